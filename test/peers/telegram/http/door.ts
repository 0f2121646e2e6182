import type { IncomingMessage, ServerResponse } from 'node:http'
import { sleep } from '../../../../src/lib/time/timers.ts'
import type { DueFaults } from '../../due-faults.ts'
import type { Shelf } from '../files/shelf.ts'
import { type Body, readBody } from './body.ts'
import type { Fault } from './faults.ts'
import type { Flood } from './flood.ts'
import type { CallContext, Methods } from './method.ts'
import { readParameters } from './parameters.ts'
import { Refusal } from './refusal.ts'
import type { Call, Transcript } from './transcript.ts'

interface DoorDeps {
  token(): string
  methods: Methods
  fileStore: Shelf
  faults: DueFaults<Fault>
  flood: Flood
  transcript: Transcript
}

type Handler = (args: object, context: CallContext) => unknown

/** The HTTP face of the server: the token in the path, one method a request, and the faults a test asked for. */
export function createDoor(deps: DoorDeps): (request: IncomingMessage, response: ServerResponse) => void {
  const { methods, fileStore, faults, flood, transcript } = deps
  const handlers = new Map(
    Object.entries(methods).map(([name, handler]) => [name.toLowerCase(), { name, handler: handler as Handler }]),
  )

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://loopback')
    const file = /^\/file\/bot([^/]+)\/(.+)$/.exec(url.pathname)
    if (file !== null) return sendFile(response, file[1] ?? '', decodeURIComponent(file[2] ?? ''))
    const [, token, name = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(url.pathname) ?? []
    const known = handlers.get(name.toLowerCase())
    const call = transcript.open(known?.name ?? name, {})
    try {
      const body = await readBody(request, url.searchParams)
      if (token !== deps.token()) throw new Refusal(401, 'Unauthorized')
      if (known === undefined) throw new Refusal(404, 'Not Found')
      readArgs(call, body)
      await meetFault(call, known.handler, response)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      call.outcome = error.answer
      sendJson(response, error.answer.error_code, error.answer)
    }
    transcript.changed()
  }

  /** Runs the call, or what a fault leaves of it. */
  async function meetFault(call: Call, handler: Handler, response: ServerResponse): Promise<void> {
    const fault = faults.take(call.method)
    call.fault = fault
    transcript.changed()
    if (typeof fault === 'string' && fault.endsWith('-before')) return breakAnswer(fault, response, undefined)
    if (typeof fault === 'object' && 'refuse' in fault)
      throw new Refusal(fault.refuse, fault.description, fault.parameters)
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    if (typeof fault === 'object' && 'delayMs' in fault) await sleep(fault.delayMs, gone.signal)
    await run(call, handler, gone.signal)
    if (fault === undefined || (typeof fault === 'object' && 'delayMs' in fault))
      return sendJson(response, call.outcome?.ok === false ? call.outcome.error_code : 200, call.outcome)
    return breakAnswer(fault, response, call.outcome)
  }

  async function run(call: Call, handler: Handler, signal: AbortSignal): Promise<void> {
    try {
      flood.check(call.method, call.args.chat_id)
      const result = await handler(call.args, { signal, note: (remark) => void call.notes.push(remark) })
      call.outcome = { ok: true, result }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      call.outcome = error.answer
    }
    transcript.changed()
  }

  function sendFile(response: ServerResponse, token: string, path: string): void | Promise<void> {
    const call = transcript.open('file', { path })
    const fault = faults.take('file')
    call.fault = fault
    const file = token === deps.token() ? fileStore.download(path) : undefined
    transcript.changed()
    if (typeof fault === 'string') return breakAnswer(fault, response, file?.bytes.toString('latin1'))
    if (file === undefined) return sendJson(response, 404, new Refusal(404, 'Not Found').answer)
    call.outcome = { ok: true, result: file.id }
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': file.bytes.length })
    response.end(file.bytes)
  }

  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A client that hangs up in the middle of its own request has not called anything.
      if (request.destroyed && !request.complete) return
      const description = `the emulator broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
      sendJson(response, 500, { ok: false, error_code: 500, description })
    })
  }
}

function readArgs(call: Call, body: Body): void {
  const { args, unknown } = readParameters(body)
  call.args = args
  call.notes.push(...unknown.map((name) => `unknown parameter ${name}`))
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** Gives the answer in the way that is broken, or gives none. */
function breakAnswer(fault: Fault, response: ServerResponse, outcome: unknown): void | Promise<void> {
  const text = JSON.stringify(outcome ?? { ok: true, result: true })
  switch (fault) {
    case 'silence-before':
    case 'silence-after':
      return
    case 'reset-before':
    case 'reset-after':
      response.socket?.resetAndDestroy()
      return
    case 'error-before':
    case 'error-after':
      return sendJson(response, 500, { ok: false, error_code: 500, description: 'Internal Server Error: restart' })
    case 'gateway-before':
    case 'gateway-after':
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>')
      return
    case 'timeout-before':
    case 'timeout-after':
      response.writeHead(504, { 'content-type': 'text/html' }).end('<html><h1>504 Gateway Time-out</h1></html>')
      return
    case 'malformed-after':
      response.writeHead(200, { 'content-type': 'application/json' }).end(`${text.slice(0, -1)},`)
      return
    case 'cut-after':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
      response.write(text.slice(0, text.length / 2), () => response.socket?.resetAndDestroy())
      return
  }
  if ('dripMs' in fault) return drip(response, text, fault.dripMs)
}

async function drip(response: ServerResponse, text: string, everyMs: number): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  response.writeHead(200, { 'content-type': 'application/json' })
  for (const character of text) {
    response.write(character)
    await sleep(everyMs, gone.signal)
    if (gone.signal.aborted) return
  }
  response.end()
}
