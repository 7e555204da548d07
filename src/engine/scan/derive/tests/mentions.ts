/** Names that a line mentions and does not call: `sort(by: Meta.newest)`, `cart.add.bind(cart)`, `send(:total)`, `Cart::add`. */
const member = /[.:&>]([\p{L}_$][\p{L}\p{N}_$]*[?!]?)(?![\p{L}\p{N}_$(])/gu;

export const mentionedIn = (quote: string): string[] => Array.from(quote.matchAll(member), ([, name = ""]) => name);
