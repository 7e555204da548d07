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

/** Texts that may name a function: `"oscar.core.loading.default_loader"`, `'base_sqs'`, `"\\Schema\\up"`; a word alone is as often none. */
const text = /["'`](?:([\w$.:\\/-]*[.:\\])?([A-Za-z_$][\w$]*))["'`]/g;
const isOfWords = /[a-z\d]_[a-z\d]|[a-z\d][A-Z]/;

/** Adds the names by which texts may name a function. */
export function namedByTexts(quote: string, names: Set<string>): void {
  if (!/["'`]/.test(quote)) return;
  for (const [, around, name = ""] of quote.matchAll(text))
    if (around !== undefined || isOfWords.test(name)) names.add(name);
}
