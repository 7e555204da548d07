/**
 * A text as the source of a pattern that matches this text alone. No pattern may be made of a name without it: `$` and `*`
 * are names in JavaScript, and `empty?` is one in Ruby.
 */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
