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

/** Patterns are matched only against this much of an error. */
const MAX_ERROR_CHARS = 8000

export function errorFacts(error: unknown): ErrorFacts {
  const chain = listCauses(error)
  const rawBody = chain.map((link) => link.responseBody ?? link.value ?? link.text).find((body) => body !== undefined)
  const body = typeof rawBody === 'string' ? parseJson(rawBody) : rawBody
  // If the SDK cannot read the beginning of a stream, it reports a response with status 500.
  const sdkErrors = isFields(body) && isText(body.name) && body.name.startsWith('AI_') ? [body.name] : []
  // In a stream, the error itself has the fields that a body would have.
  const bodies = [...errorFields(body), ...errorFields(error)]
  const bodyMessages = bodies.map(({ message }) => message).filter(isText)
  const messages = [...new Set([...bodyMessages, ...chain.map(({ message }) => message).filter(isText)])]
  const bodyText = rawBody === undefined ? '' : typeof rawBody === 'string' ? rawBody : JSON.stringify(rawBody)
  return {
    status:
      sdkErrors.length > 0
        ? undefined
        : [...chain.map(({ statusCode }) => statusCode), ...bodies.map(({ code }) => code)].map(Number).find(isStatus),
    headers: chain.map(({ responseHeaders }) => responseHeaders).find(isRecord) ?? {},
    labels: bodies.flatMap(({ type, code }) => [type, code]).filter(isText),
    codes: [...sdkErrors, ...chain.flatMap(({ code, name }) => [code, name]).filter(isText)],
    message: bodyMessages[0] ?? (messages.join(': ') || bodyText || String(error)),
    text: [...messages, bodyText, ...(isText(error) ? [error] : [])].join('\n').slice(0, MAX_ERROR_CHARS),
  }
}

type Fields = Record<string, unknown>

const MAX_CAUSES = 6

function listCauses(error: unknown): Fields[] {
  const links: Fields[] = []
  for (let link = error; isFields(link) && links.length < MAX_CAUSES; link = link.cause ?? firstOf(link.errors))
    links.push(link)
  return links
}

// {"error": {…}}, {"error": "…"}, or the fields as they are.
function errorFields(value: unknown): Fields[] {
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
