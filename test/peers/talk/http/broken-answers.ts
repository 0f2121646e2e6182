import type { ServerResponse } from 'node:http'
import { sleep } from '../../../../src/lib/time/timers.ts'
import { maintenance } from '../accounts/identity.ts'
import type { Fault } from './faults.ts'
import { broken, jsonType, type Reply } from './reply.ts'

const names: Record<number, string> = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Time-out' }

/** What a proxy answers when nobody behind it does. */
export function pageOf(status: number): { status: number; headers: Record<string, string>; body: string } {
  const title = `${status} ${names[status] ?? ''}`
  const body = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`
  return { status, headers: { 'Content-Type': 'text/html' }, body }
}

/** Gives the answer in the way that is broken, or gives none; whether the call is over with that. */
export async function breakAnswer(
  stage: 'before' | 'after',
  fault: Fault | undefined,
  response: ServerResponse,
  body: Buffer | string | null | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (fault === undefined) return false
  if (typeof fault === 'object') return slow(stage, fault, response, signal)
  if (!fault.endsWith(stage)) return false
  switch (fault) {
    case 'silence-before':
    case 'silence-after':
      return true
    case 'reset-before':
    case 'reset-after':
      response.socket?.resetAndDestroy()
      return true
    case 'error-before':
    case 'error-after':
      return give(response, broken().reply)
    case 'gateway-before':
    case 'gateway-after':
      return page(response, 502)
    case 'unavailable-before':
    case 'unavailable-after':
      return page(response, 503)
    case 'timeout-before':
    case 'timeout-after':
      return page(response, 504)
    case 'maintenance-before':
      return give(response, maintenance(false).reply)
    case 'throttled-before':
      response.writeHead(429, { 'Content-Type': jsonType })
      response.end('{"ocs":{"meta":{"status":"failure","statuscode":429,"message":"Reached maximum delay"},"data":[]}}')
      return true
    case 'portal-before':
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<html><h1>Please sign in to the network</h1></html>')
      return true
    case 'malformed-after':
      response.writeHead(200, { 'Content-Type': jsonType }).end('{"ocs":{"meta":{"status":"ok",')
      return true
    case 'cut-after': {
      const bytes = Buffer.from(body ?? 'half an answer')
      response.writeHead(200, { 'Content-Type': jsonType, 'Content-Length': bytes.length })
      response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.resetAndDestroy())
      return true
    }
  }
}

async function slow(
  stage: 'before' | 'after',
  fault: Exclude<Fault, string>,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<boolean> {
  if ('redirect' in fault && stage === 'before') {
    response.writeHead(302, { Location: fault.redirect }).end()
    return true
  }
  // The server goes on with what it was asked, also when nobody waits for it any more.
  if ('stallMs' in fault && stage === 'before')
    await new Promise<void>((resolve) => void setTimeout(resolve, fault.stallMs).unref())
  if ('delayMs' in fault && stage === 'after') await sleep(fault.delayMs, signal)
  return false
}

function page(response: ServerResponse, status: number): true {
  const { headers, body } = pageOf(status)
  response.writeHead(status, headers).end(body)
  return true
}

function give(response: ServerResponse, reply: Reply): true {
  const { status, headers } = reply
  response.writeHead(status, headers).end(reply.kind === 'raw' ? reply.body : undefined)
  return true
}
