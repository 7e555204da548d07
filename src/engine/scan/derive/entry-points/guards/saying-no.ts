/** What says that somebody may not, by its name, and by the number that it answers with. */
export const sayingNo = /unauthori[sz]ed|forbidden|accessdenied|notallowed/i;
export const answeringNo =
  /\b(?:status|sendStatus|code|error|writeHead|throw|json|text|\w*[rR]esponse)\((?:[^()]*,)?\s*40[13]\b|\bstatus(?::|\s*=)\s*40[13]\b|\b(?:UNAUTHORIZED|FORBIDDEN)\b/;
