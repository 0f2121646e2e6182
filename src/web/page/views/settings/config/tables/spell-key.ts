/** A key as the file spells it: a name that is more than letters, digits and hyphens stands in quotes. */
export function spellKey(path: string[]): string {
  return path.map((name) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name))).join('.')
}
