import { readFileSync } from 'node:fs'
import { referencePath } from '../../support/reference.ts'

/** As much of a schema as the description of Talk makes use of. */
interface Schema {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  items?: Schema
  enum?: unknown[]
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  nullable?: boolean
  minimum?: number
  maximum?: number
  pattern?: string
  maxLength?: number
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: { 'application/json'?: { schema: Schema } } }
  responses: Record<
    string,
    { headers?: Record<string, unknown>; content?: { 'application/json'?: { schema: Schema } } }
  >
}

export interface ContractCall {
  method: string
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** The parsed JSON body, when there is one. */
  body?: unknown
}

export interface Contract {
  /** What is wrong with a request; nothing when it is as described. Paths that are not described are wrong too. */
  checkRequest(call: ContractCall): string[]
  /** What is wrong with a value that should be one of the named things, such as `Room`. */
  checkNamed(name: string, value: unknown): string[]
  checkAnswer(call: ContractCall, status: number, header: (name: string) => string | null, body: unknown): string[]
}

/** The description of a later Talk than the recorded one, where somebody has it beside the project. */
export function readContract(): Contract | undefined {
  const file = referencePath('contracts/talk-openapi.json')
  if (file === undefined) return undefined
  const document = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, Schema> }
  }
  return createContract(document.paths, document.components.schemas)
}

/** Headers that come with some answers only, which the description has no words for. */
const rare = new Set(['X-Nextcloud-Has-User-Statuses'])

function createContract(paths: Record<string, Record<string, Operation>>, schemas: Record<string, Schema>): Contract {
  /** Fixed paths stand before those with holes in them: `…/read` is no message id. */
  function find({ method, path }: ContractCall): { operation: Operation; parts: Record<string, string> } | undefined {
    const fits = Object.entries(paths).flatMap(([template, operations]) => {
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
      const values = pattern.exec(path)?.slice(1)
      const operation = operations[method.toLowerCase()]
      if (values === undefined || operation === undefined) return []
      return [
        { operation, holes: names.length, parts: Object.fromEntries(names.map((name, i) => [name, values[i] ?? ''])) },
      ]
    })
    return fits.sort((one, other) => one.holes - other.holes)[0]
  }

  function check(schema: Schema, value: unknown, at: string): string[] {
    if (schema.$ref !== undefined) return check(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, value, at)
    if (value === null) return schema.nullable === true || schema.type === undefined ? [] : [`${at} is null`]
    if (schema.allOf !== undefined) return schema.allOf.flatMap((one) => check(one, value, at))
    const choices = schema.anyOf ?? schema.oneOf
    if (choices !== undefined) {
      const wrongs = choices.map((one) => check(one, value, at))
      return wrongs.some((wrong) => wrong.length === 0) ? [] : (wrongs[0] ?? [])
    }
    if (schema.enum !== undefined && !schema.enum.includes(value))
      return [`${at} is ${JSON.stringify(value)}, none of ${schema.enum.join(', ')}`]
    return checkType(schema, value, at)
  }

  function checkType(schema: Schema, value: unknown, at: string): string[] {
    switch (schema.type) {
      case 'object': {
        // PHP writes an empty map as an empty list.
        if (Array.isArray(value) && value.length === 0 && (schema.required ?? []).length === 0) return []
        if (typeof value !== 'object' || Array.isArray(value)) return [`${at} is no object`]
        return checkObject(schema, value as Record<string, unknown>, at)
      }
      case 'array':
        if (!Array.isArray(value)) return [`${at} is no list`]
        return value.flatMap((item, i) => check(schema.items ?? {}, item, `${at}[${i}]`))
      case 'integer':
        if (typeof value !== 'number' || !Number.isInteger(value)) return [`${at} is no integer`]
        return value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity)
          ? [`${at} is out of range`]
          : []
      case 'string':
        if (typeof value !== 'string') return [`${at} is no string`]
        return schema.pattern !== undefined && !new RegExp(schema.pattern).test(value)
          ? [`${at} does not fit ${schema.pattern}`]
          : []
      case 'boolean':
      case 'number':
        return typeof value === schema.type ? [] : [`${at} is no ${schema.type}`]
      case undefined:
      default:
        return []
    }
  }

  function checkObject(schema: Schema, value: Record<string, unknown>, at: string): string[] {
    const { properties = {}, required = [], additionalProperties } = schema
    const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`)
    const wrong = Object.entries(value).flatMap(([name, item]) => {
      const known = properties[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
      return known === undefined ? [] : check(known, item, `${at}.${name}`)
    })
    return [...missing, ...wrong]
  }

  /** A word of a path or a query, read as what it should be. */
  function checkWord({ name, schema }: Parameter, word: string): string[] {
    const isNumber = schema.type === 'integer' && /^-?\d+$/.test(word)
    const isBoolean = schema.type === 'boolean' && ['true', 'false', '0', '1'].includes(word)
    const value = isNumber ? Number(word) : isBoolean ? word === 'true' || word === '1' : word
    return check(schema, value, name)
  }

  function checkParameters(call: ContractCall, operation: Operation, parts: Record<string, string>): string[] {
    const headers = Object.fromEntries(
      Object.entries(call.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const known = operation.parameters ?? []
    const given = (one: Parameter) =>
      one.in === 'path'
        ? parts[one.name]
        : one.in === 'query'
          ? call.query?.[one.name]
          : headers[one.name.toLowerCase()]
    const strangers = Object.keys(call.query ?? {}).filter(
      (name) => !known.some((one) => one.in === 'query' && one.name === name),
    )
    return [
      ...known.flatMap((one) => {
        const word = given(one)
        if (word === undefined) return one.required === true ? [`${one.name} is missing`] : []
        return checkWord(one, word)
      }),
      ...strangers.map((name) => `nobody knows the parameter ${name}`),
    ]
  }

  function checkBody({ body }: ContractCall, { requestBody }: Operation): string[] {
    const schema = requestBody?.content['application/json']?.schema
    if (body === undefined) return requestBody?.required === true ? ['the body is missing'] : []
    if (schema === undefined) return ['nobody reads the body']
    const strangers = Object.keys(body as object).filter((name) => schema.properties?.[name] === undefined)
    return [...check(schema, body, 'body'), ...strangers.map((name) => `nobody knows body.${name}`)]
  }

  return {
    checkRequest(call) {
      const found = find(call)
      if (found === undefined) return [`${call.method} ${call.path} is not described`]
      return [...checkParameters(call, found.operation, found.parts), ...checkBody(call, found.operation)]
    },
    checkNamed: (name, value) => check({ $ref: name }, value, name),
    checkAnswer(call, status, header, body) {
      const answer = find(call)?.operation.responses[String(status)]
      if (answer === undefined) return [`${status} is not described for ${call.method} ${call.path}`]
      const lost = Object.keys(answer.headers ?? {}).filter((name) => header(name) === null && !rare.has(name))
      const schema = answer.content?.['application/json']?.schema
      return [
        ...lost.map((name) => `the header ${name} is missing`),
        ...(schema === undefined ? [] : check(schema, body, 'answer')),
      ]
    },
  }
}
