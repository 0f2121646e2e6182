/** What a tool was given, as a person reads it: one field as it is, several by their names. */
export function inWords(input: Record<string, unknown>): string {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined)
  const [only] = fields
  if (fields.length === 1 && typeof only?.[1] === 'string') return only[1]
  return fields.map(([name, value]) => `${name}: ${shown(value)}`).join('\n')
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
