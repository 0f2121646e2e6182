import { type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { socketPath, socketProblem } from '../config/paths.ts'
import { ConfigError, NotStoredError, TryLaterError, UsageError } from '../domain/errors.ts'
import { type ControlCall, callPath, calls } from '../web/control/calls.ts'

/** The running daemon as the commands see it. */
export interface Daemon {
  ask<A extends CallInput, B extends z.ZodType>(
    call: ControlCall<A, B>,
    input: z.input<A>,
    signal?: AbortSignal,
  ): Promise<z.output<B>>
  /** Sends raw bytes. */
  upload<A extends CallInput, B extends z.ZodType>(
    call: ControlCall<A, B>,
    input: z.input<A>,
    body: Bytes,
  ): Promise<z.output<B>>
  /** Returns raw bytes. */
  download<A extends CallInput>(call: ControlCall<A>, input: z.input<A>): Promise<Readable>
  /** One value per line, until the daemon or the signal ends it. */
  stream<A extends CallInput, B extends z.ZodType>(
    call: ControlCall<A, B>,
    input: z.input<A>,
    signal: AbortSignal,
  ): AsyncIterable<z.output<B>>
}

type CallInput = z.ZodType<object, object>

/** A body of known length. */
export interface Bytes {
  bytes: number
  stream: Readable
}

export function connectDaemon(dataDir: string): Daemon {
  const socket = socketPath(dataDir)
  const problem = socketProblem(dataDir)
  if (problem)
    throw new ConfigError(`Skein cannot run in ${dataDir}: ${problem.en}. Choose another folder with --data.`)
  const never = new AbortController().signal

  async function call(
    { method, path }: Pick<ControlCall, 'method' | 'path'>,
    body?: object | Bytes,
    signal = never,
  ): Promise<IncomingMessage> {
    const response = await sendRequest(socket, method, path, body, signal)
    if (response.statusCode === 200) return response
    const { error } = z.object({ error: z.string() }).parse(JSON.parse(await readBody(response)))
    if (response.statusCode === 400) throw new UsageError(error)
    if (response.statusCode === 503) throw new NotStoredError(error)
    throw new Error(error)
  }

  return {
    async ask(target, input, signal) {
      const isGet = target.method === 'GET'
      const response = await call(isGet ? toRequest(target, input) : target, isGet ? undefined : input, signal)
      return target.answer.parse(JSON.parse(await readBody(response)))
    },
    async upload(target, input, body) {
      return target.answer.parse(JSON.parse(await readBody(await call(toRequest(target, input), body))))
    },
    download: (target, input) => call(toRequest(target, input)),
    async *stream(target, input, signal) {
      const response = await call(toRequest(target, input), undefined, signal)
      for await (const line of createInterface({ input: response })) yield target.answer.parse(JSON.parse(line))
    },
  }
}

export async function isRunning(daemon: Daemon): Promise<boolean> {
  try {
    // Any answer will do: the daemon may be of another version.
    await daemon.ask({ ...calls.status, answer: z.unknown() }, {})
    return true
  } catch (error) {
    if (error instanceof TryLaterError) return false
    throw error
  }
}

function toRequest(call: ControlCall, input: object): Pick<ControlCall, 'method' | 'path'> {
  return { method: call.method, path: callPath(call, input) }
}

function sendRequest(
  socketPath: string,
  method: string,
  path: string,
  body: object | Bytes | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A connection of its own: the daemon closes idle ones, perhaps at the moment when the next request is sent on it.
    const outgoing = request({ socketPath, method, path, headers: createHeaders(body), signal, agent: false }, resolve)
    outgoing.once('error', (cause: NodeJS.ErrnoException) => {
      const isNotRunning = cause.code === 'ENOENT' || cause.code === 'ECONNREFUSED' || cause.code === 'ECONNRESET'
      reject(
        isNotRunning
          ? new TryLaterError(
              `Skein is not running (no answer at ${socketPath}). Start it with "npm start" or "skein start".`,
              {
                cause,
              },
            )
          : cause,
      )
    })
    // The daemon may refuse an upload before reading all of it. Its response says why.
    if (isBytes(body)) pipeline(body.stream, outgoing).catch(() => {})
    else outgoing.end(body && JSON.stringify(body))
  })
}

function createHeaders(body: object | Bytes | undefined): Record<string, string> {
  if (!body) return {}
  if (!isBytes(body)) return { 'content-type': 'application/json' }
  return { 'content-type': 'application/octet-stream', 'content-length': String(body.bytes) }
}

function isBytes(body: object | Bytes | undefined): body is Bytes {
  return body !== undefined && 'stream' in body
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
