import { main } from "#cli/main";

/** What a command prints, and how it ends. In this process: for commands that only ask `drift.db`. */
export async function runMain(...args: string[]): Promise<{ exit: number; out: string }> {
  const written: string[] = [];
  const write = process.stdout.write;
  process.stdout.write = ((text: string) => written.push(text) > 0) as typeof write;
  try {
    return { exit: await main(args), out: written.join("") };
  } finally {
    process.stdout.write = write;
  }
}
