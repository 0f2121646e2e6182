import type { IncomingMessage } from 'node:http'

/** One call, read. */
export interface TalkRequest {
  method: string
  path: string
  query: URLSearchParams
  header(name: string): string | undefined
  cookies: Map<string, string>
  body: Buffer
  /** The parameters of the body alone; undefined when it has none. */
  fields: Record<string, unknown> | undefined
  /** Those of query and body; the body wins. Broken JSON has none. */
  params: Record<string, unknown>
  signal: AbortSignal
}

export async function readRequest(request: IncomingMessage, signal: AbortSignal): Promise<TalkRequest> {
  const url = new URL(request.url ?? '/', 'http://loopback')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const type = request.headers['content-type'] ?? ''
  const fields = readFields(type, body)
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    header: (name) => {
      const value = request.headers[name.toLowerCase()]
      return Array.isArray(value) ? value.join(', ') : value
    },
    cookies: new Map(
      (request.headers.cookie ?? '')
        .split(';')
        .map((pair) => pair.trim().split('='))
        .filter(([name]) => name !== '')
        .map(([name = '', ...value]) => [name, value.join('=')]),
    ),
    body,
    fields,
    params: { ...Object.fromEntries(url.searchParams), ...fields },
    signal,
  }
}

function readFields(type: string, body: Buffer): Record<string, unknown> | undefined {
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body.toString('utf8')))
  if (!type.startsWith('application/json')) return undefined
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** As PHP makes a string of it. */
export function stringOf(value: unknown, fallback = ''): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : fallback
}

export function numberOf(value: unknown, fallback = 0): number {
  const number = typeof value === 'number' ? value : Number.parseInt(stringOf(value), 10)
  return Number.isFinite(number) ? Math.trunc(number) : fallback
}

export function booleanOf(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}
