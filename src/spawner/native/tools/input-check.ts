/** Deeper parts of an input are left to the server. */
const MAX_DEPTH = 6
const MAX_PROBLEMS = 5
const MAX_LISTED_VALUES = 20

type Schema = Record<string, unknown>

/**
 * What is wrong with an input, as sentences for the model. Only what every schema means in the same way is checked:
 * types, required and unknown fields, and fixed values. Patterns of a foreign schema are never run. The server itself
 * checks everything.
 */
export function inputProblems(schema: object, input: unknown): string[] {
  const problems: string[] = []
  check(schema as Schema, input, 'the input', 0, (problem) => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem)
  })
  return problems
}

function check(schema: Schema, value: unknown, name: string, depth: number, report: (problem: string) => void): void {
  const types = [schema.type].flat().filter((type) => typeof type === 'string')
  if (types.length > 0 && !types.some((type) => hasType(value, type))) {
    return report(`${name} must be ${types.map(withArticle).join(' or ')}, not ${typeName(value)}`)
  }
  const allowed = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : undefined
  if (allowed && !allowed.some((one) => JSON.stringify(one) === JSON.stringify(value))) {
    const shown = allowed.slice(0, MAX_LISTED_VALUES).map((one) => JSON.stringify(one))
    return report(`${name} must be ${allowed.length > shown.length ? 'one of its values' : shown.join(' or ')}`)
  }
  if (depth >= MAX_DEPTH) return
  if (Array.isArray(value)) {
    const items = asSchema(schema.items)
    if (items) for (const [at, item] of value.entries()) check(items, item, `${name}[${at}]`, depth + 1, report)
  } else if (typeof value === 'object' && value !== null) {
    checkFields(schema, value as Schema, name, depth, report)
  }
}

function checkFields(schema: Schema, value: Schema, name: string, depth: number, report: (problem: string) => void) {
  const fields = asSchema(schema.properties) ?? {}
  const fieldName = (field: string) => (depth === 0 ? JSON.stringify(field) : `${name}.${field}`)
  const required = Array.isArray(schema.required) ? schema.required : []
  for (const field of required) {
    if (typeof field === 'string' && !Object.hasOwn(value, field)) report(`${fieldName(field)} is missing`)
  }
  for (const [field, inner] of Object.entries(value)) {
    const fieldSchema = Object.hasOwn(fields, field) ? asSchema(fields[field]) : undefined
    if (fieldSchema) check(fieldSchema, inner, fieldName(field), depth + 1, report)
    else if (schema.additionalProperties === false && !Object.hasOwn(fields, field) && !schema.patternProperties)
      report(`${fieldName(field)} is unknown`)
  }
}

function asSchema(value: unknown): Schema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : undefined
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return typeof value === 'number'
  // A type that we do not know is left to the server.
  return !knownTypes.has(type) || typeName(value) === withArticle(type)
}

const knownTypes = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return withArticle(Array.isArray(value) ? 'array' : typeof value)
}

function withArticle(type: string): string {
  if (type === 'null') return type
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
