import type { IncomingMessage } from 'node:http'
import type { EntryPoint } from './entry-point.ts'

export interface RequestRefusal {
  status: 403 | 405 | 421
  error: string
}

/** The parts of a request that are checked first. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/**
 * Decides whether a request is refused, no matter who sends it. Any web page can make the owner's browser call this port,
 * under any name that resolves to it. So the name must be ours, the origin must be our page, and the form of the
 * request must be one that no other site can produce. Coming from this machine proves nothing.
 */
export function refuseRequest(request: RequestHead, entryPoint: EntryPoint | undefined): RequestRefusal | undefined {
  // An absolute target ("GET http://other/") would override the checked Host header.
  if (!entryPoint || !request.url?.startsWith('/')) return MISDIRECTED
  return refuseMethod(request) ?? refuseSite(request, entryPoint) ?? refuseForm(request)
}

const MISDIRECTED: RequestRefusal = {
  status: 421,
  error:
    'This server answers only by its own address: the one "skein link" prints, or web.public_url. ' +
    'A proxy must pass the Host header on as it is.',
}

function refuseMethod({ method }: RequestHead): RequestRefusal | undefined {
  if (method === 'GET' || method === 'POST') return undefined
  return { status: 405, error: 'Only GET and POST are understood here.' }
}

function refuseSite({ method, url, headers }: RequestHead, entryPoint: EntryPoint): RequestRefusal | undefined {
  const { origin } = headers
  const otherSite: RequestRefusal = { status: 403, error: 'Requests from other sites are not served.' }
  if (origin === undefined ? method === 'POST' : origin !== entryPoint.origin) return otherSite
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin') return undefined
  // A link to the page is harmless: the page is static, and no cookie is sent.
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return method === 'GET' && isNavigation && (site === 'none' || url === '/') ? undefined : otherSite
}

/** The requests whose body is a file, or a piece of one. */
const rawPaths = new Set(['/api/files', '/api/import/pieces'])

/** Other sites cannot send these content types or headers without a preflight request. */
function refuseForm({ method, url, headers }: RequestHead): RequestRefusal | undefined {
  if (method !== 'POST') return undefined
  const expectedType = rawPaths.has(url?.split('?', 1)[0] ?? '') ? 'application/octet-stream' : 'application/json'
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === expectedType && headers['x-skein'] === '1') return undefined
  return { status: 403, error: `This POST needs content-type: ${expectedType} and x-skein: 1.` }
}
