/** Names that a line mentions and does not call: `sort(by: Meta.newest)`, `cart.add.bind(cart)`, `send(:total)`, `Cart::add`. */
const member = /[.:&>]([\p{L}_$][\p{L}\p{N}_$]*[?!]?)(?![\p{L}\p{N}_$(])/gu;

/** The same of a line in ASCII, as most are: classes of Unicode cost several times as much. */
const asciiMember = /[.:&>]([A-Za-z_$][\w$]*[?!]?)(?![\w$(])/g;

const isAscii = /^[\0-\x7f]*$/;

/** Adds them to those that are known. */
export function mentionedIn(quote: string, names: Set<string>): void {
  const pattern = isAscii.test(quote) ? asciiMember : member;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(quote); found; found = pattern.exec(quote)) names.add(found[1] as string);
}
