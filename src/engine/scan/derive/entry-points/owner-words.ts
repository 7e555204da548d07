/** By what names rules say something of what is mounted, and of what is registered on it. */

/** The name of a guard that asks in the place of those around it that are called so. */
export const nearest = "nearest";
/** The name of a mount that counts where nothing else mounts the same. */
export const otherwise = "otherwise";
/** The name of a class's prefixes and guards that hold of those that extend it, and of endpoints that these serve. */
export const inherited = "inherited";
/** The name of a mount whose path stands in the place of what is mounted's own. */
export const instead = "instead";
/** The name of a mount that counts where what it hangs on has a path itself or is mounted. */
export const rooted = "rooted";
/** The name of a prefix that is what its owner is called in paths. */
export const called = "action";
/** What a library's things are made by, which says nothing of what they do: `BodyHandler.create()`. */
export const making = "create";
/** The name of a prefix that is what a command is called by, before what it takes. */
export const ofCommand = "command";
/** The name of a prefix of what is no application itself: it serves nothing where nothing mounts it. */
export const part = "part";
/** The name of what is on something that may be anything, and counts where that is mounted. */
export const whereMounted = "mounted";
/** The name of what a function decides by the path of a request: `crates/resolve/src/rows/meaning/decisions.rs`. */
export const decidesByPath = "by its code";
/** The name of a mount of the class that a function gives back, which has a path of its own beside. */
export const returned = "returned";
/** The name of a mount on the list that it stands in: what a variable holds by itself may stand in any. */
export const ofList = "listed";
/** Frameworks that ask a method for what a decorator left on it: one that stands in its place has no such thing. */
export const byMarks: ReadonlySet<string | null> = new Set(["Django REST framework", "NestJS"]);
/** A framework that shares words with others, of which it takes back nobody. */
const ofItself = "Micronaut";

/** Whether what a framework says is said of what another serves as well. */
export const reaches = ({ framework: of }: { readonly framework: string | null }, framework: string | null): boolean =>
  of !== ofItself || of === framework;
