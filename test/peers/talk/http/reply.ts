/** What a handler answers, before it is put into the form the client asked for. */
export type Reply =
  | { kind: 'ocs'; status: number; data: unknown; message?: string; headers?: Headers }
  /** Bytes as they are, whatever was asked for. */
  | { kind: 'raw'; status: number; headers: Headers; body: Buffer | string | null }

export type Headers = Record<string, string | string[]>

export const jsonType = 'application/json; charset=utf-8'

export function ocs(data: unknown, { status = 200, headers = {} }: { status?: number; headers?: Headers } = {}): Reply {
  return { kind: 'ocs', status, data, headers }
}

export function json(status: number, value: unknown, headers: Headers = {}): Reply {
  const body = JSON.stringify(value)
  return { kind: 'raw', status, headers: { 'Content-Type': jsonType, ...headers }, body }
}

/** Thrown by a handler that has nothing good to say. */
export class Refusal extends Error {
  readonly reply: Reply
  constructor(reply: Reply) {
    super(`${reply.status}`)
    this.reply = reply
  }
}

/** A refusal with an empty list and no words, as most are. */
export function refuse(status: number, message = '', data: unknown = [], headers: Headers = {}): Refusal {
  return new Refusal({ kind: 'ocs', status, data, message, headers })
}

/** What comes out of the entry script itself: XML, whatever was accepted, under this spelling of the header. */
export function scriptFailure(status: number, message: string, headers: Headers = {}, code = status): Refusal {
  const body = ocsXml({ status: 'failure', statuscode: code, message }, [])
  return new Refusal({
    kind: 'raw',
    status,
    headers: { ...headers, 'Content-type': 'text/xml; charset=UTF-8' },
    body,
  })
}

/** A parameter that is missing or cannot be read ends in an exception, not in a 400. */
export function broken(): Refusal {
  return scriptFailure(500, 'Internal Server Error\n')
}

export function noRoute(): Refusal {
  return scriptFailure(
    404,
    'Invalid query, please check the syntax. API specifications are here: http://www.freedesktop.org/wiki/Specifications/open-collaboration-services.\n',
  )
}

export function ocsXml(meta: object, data: unknown): string {
  return `<?xml version="1.0"?>\n<ocs>\n${element('meta', meta, ' ')}${element('data', data, ' ')}</ocs>\n`
}

function element(name: string, value: unknown, indent: string): string {
  if (Array.isArray(value) || (typeof value === 'object' && value !== null)) {
    const inner = Array.isArray(value)
      ? value.map((item) => element('element', item, `${indent} `)).join('')
      : Object.entries(value)
          .map(([key, item]) => element(key, item, `${indent} `))
          .join('')
    return inner === '' ? `${indent}<${name}/>\n` : `${indent}<${name}>\n${inner}${indent}</${name}>\n`
  }
  const text = value === true ? '1' : typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return `${indent}<${name}>${escapeXml(text)}</${name}>\n`
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** The body of a failed WebDAV call. */
export function davFailure(
  status: number,
  exception: string,
  message: string,
  headers: Headers = {},
  more = '',
): Refusal {
  const words = message === '' ? '<s:message/>' : `<s:message>${escapeXml(message)}</s:message>`
  const body =
    '<?xml version="1.0" encoding="utf-8"?>\n<d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns">\n' +
    `  <s:exception>${exception}</s:exception>\n  ${words}\n${more}</d:error>\n`
  return new Refusal({
    kind: 'raw',
    status,
    headers: { ...headers, 'Content-Type': 'application/xml; charset=utf-8' },
    body,
  })
}
