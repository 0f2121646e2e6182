import type { IncomingMessage } from 'node:http'
import type { Door } from './door.ts'

export interface Refusal {
  status: 403 | 405 | 421
  error: string
}

/** What of a request is looked at before anything else is done with it. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/**
 * Why a request is not served, whoever sends it. Any page the owner opens can make their browser call this port, under
 * any name that resolves to it, so: our own name, our own page, and a form of request no foreign page can produce.
 * Being on this machine proves nothing, and what a proxy says lets nobody in.
 */
export function refuse(request: RequestHead, door: Door | undefined): Refusal | undefined {
  // An absolute target ("GET http://other/") would win over the Host header that was just checked.
  if (!door || !request.url?.startsWith('/')) return misdirected
  return refuseMethod(request) ?? refuseSite(request, door) ?? refuseForm(request)
}

const misdirected: Refusal = {
  status: 421,
  error:
    'This server answers only by its own address: the one "skein link" prints, or web.public_url. ' +
    'A proxy must pass the Host header on as it is.',
}

function refuseMethod({ method }: RequestHead): Refusal | undefined {
  if (method === 'GET' || method === 'POST') return undefined
  return { status: 405, error: 'Only GET and POST are understood here.' }
}

function refuseSite({ method, url, headers }: RequestHead, door: Door): Refusal | undefined {
  const { origin } = headers
  const foreign: Refusal = { status: 403, error: 'Requests from other sites are not served.' }
  if (origin === undefined ? method === 'POST' : origin !== door.origin) return foreign
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin') return undefined
  // Following a link to the page is harmless from anywhere: it is static, and no cookie comes along.
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return method === 'GET' && isNavigation && (site === 'none' || url === '/') ? undefined : foreign
}

/** A cross-site form can send neither of these content types nor a header of its own without asking first. */
function refuseForm({ method, url, headers }: RequestHead): Refusal | undefined {
  if (method !== 'POST') return undefined
  const wanted = url?.split('?', 1)[0] === '/api/files' ? 'application/octet-stream' : 'application/json'
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === wanted && headers['x-skein'] === '1') return undefined
  return { status: 403, error: `This POST needs content-type: ${wanted} and x-skein: 1.` }
}
