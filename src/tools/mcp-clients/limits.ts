/** What a server may take of us. It is somebody else's program, whatever it says of itself. */
export interface ServerLimits {
  /** How long a list waits for servers that are not there yet; the next one asks again. */
  patienceMs: number
  connectMs: number
  callMs: number
  /** After the first failure, the second and so on; the last one from then on. */
  pausesMs: readonly number[]
  /** Of one message, and of all that is sent without being asked for. */
  messageBytes: number
  tools: number
  pages: number
  descriptionChars: number
  schemaChars: number
  resultChars: number
}

export const defaultLimits: ServerLimits = {
  patienceMs: 5000,
  connectMs: 30_000,
  callMs: 120_000,
  pausesMs: [1000, 5000, 30_000, 300_000],
  messageBytes: 10 * 1024 * 1024,
  tools: 100,
  pages: 20,
  descriptionChars: 4000,
  schemaChars: 20_000,
  resultChars: 200_000,
}

/** For one request. The SDK never lets go of the signal that it is given, so it gets one of its own. */
export function requestOptions(timeout: number, signal: AbortSignal): { timeout: number; signal: AbortSignal } {
  return { timeout, signal: AbortSignal.any([signal]) }
}
