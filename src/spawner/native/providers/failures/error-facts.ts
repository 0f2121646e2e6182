import { parseJson } from '../../../../lib/text/json.ts'
/** The facts in an error of the SDK, the stream or the network, in one shape. */
export interface ErrorFacts {
  status: number | undefined
  headers: Record<string, string>
  /** The service's own names: "rate_limit_error", "context_length_exceeded". */
  labels: string[]
  /** Codes of the system: "ECONNREFUSED". */
  codes: string[]
  message: string
  /** The whole text, for pattern matching. */
  text: string
}

/** Nobody reads more of an error. */
const MAX_TROUBLE_CHARS = 8000

export function errorFacts(error: unknown): ErrorFacts {
  const chain = causesOf(error)
  const found = chain.map((link) => link.responseBody ?? link.value ?? link.text).find((body) => body !== undefined)
  const body = typeof found === 'string' ? parseJson(found) : found
  // If the SDK cannot read the beginning of a stream, it reports a response with status 500.
  const unread = isFields(body) && isText(body.name) && body.name.startsWith('AI_') ? [body.name] : []
  // In a stream, the error itself has the fields that a body would have.
  const told = [...inner(body), ...inner(error)]
  const said = told.map(({ message }) => message).filter(isText)
  const messages = [...new Set([...said, ...chain.map(({ message }) => message).filter(isText)])]
  const bodyText = found === undefined ? '' : typeof found === 'string' ? found : JSON.stringify(found)
  return {
    status:
      unread.length > 0
        ? undefined
        : [...chain.map(({ statusCode }) => statusCode), ...told.map(({ code }) => code)].map(Number).find(isStatus),
    headers: chain.map(({ responseHeaders }) => responseHeaders).find(isRecord) ?? {},
    labels: told.flatMap(({ type, code }) => [type, code]).filter(isText),
    codes: [...unread, ...chain.flatMap(({ code, name }) => [code, name]).filter(isText)],
    message: said[0] ?? (messages.join(': ') || bodyText || String(error)),
    text: [...messages, bodyText, ...(isText(error) ? [error] : [])].join('\n').slice(0, MAX_TROUBLE_CHARS),
  }
}

type Fields = Record<string, unknown>

function causesOf(error: unknown): Fields[] {
  const links: Fields[] = []
  for (let link = error; isFields(link) && links.length < 6; link = link.cause ?? firstOf(link.errors)) links.push(link)
  return links
}

// {"error": {…}}, {"error": "…"}, or the fields as they are.
function inner(value: unknown): Fields[] {
  if (!isFields(value)) return []
  if (isText(value.error)) return [{ message: value.error }, value]
  return isFields(value.error) ? [value.error, value] : value instanceof Error ? [] : [value]
}

function firstOf(errors: unknown): unknown {
  return Array.isArray(errors) ? errors[0] : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function isRecord(value: unknown): value is Record<string, string> {
  return isFields(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isStatus(value: number): boolean {
  return Number.isInteger(value) && value >= 300 && value <= 599
}
