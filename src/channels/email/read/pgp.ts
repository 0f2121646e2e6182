/** Removes the PGP armour from a text that was signed in clear. */
export function withoutArmour(text: string): string {
  const lines = text.split('\n')
  const begin = lines.findIndex((line) => line.trimEnd() === '-----BEGIN PGP SIGNED MESSAGE-----')
  const end = lines.findIndex((line) => line.trimEnd() === '-----BEGIN PGP SIGNATURE-----')
  if (begin < 0 || end < begin) return text
  const close = lines.findIndex((line, at) => at > end && line.trimEnd() === '-----END PGP SIGNATURE-----')
  const blank = lines.findIndex((line, at) => at > begin && line.trim() === '')
  const body = lines.slice(Math.min(blank < 0 ? end : blank + 1, end), end).map((line) => line.replace(/^- /, ''))
  return [...lines.slice(0, begin), ...body, ...(close < 0 ? [] : lines.slice(close + 1))].join('\n')
}

/** The whole text is encrypted. */
export function isArmoured(text: string): boolean {
  return text.trimStart().startsWith('-----BEGIN PGP MESSAGE-----')
}
