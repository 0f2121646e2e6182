import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { createGuardedFetch, type GuardedFetch } from '../../../src/lib/http/guarded-fetch.ts'
import type { GatherRequest } from '../../../src/scheduler/sources/source.ts'

/** A server on loopback, and a fetch that may go there. */
export async function serve(
  handle: RequestListener,
  limits = { deadlineMs: 60_000, idleMs: 60_000 },
): Promise<{ url: string; fetch: GuardedFetch }> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: `http://${host}/feed?token=hush`, fetch: createGuardedFetch({ allowed: new Set([host]), limits }) }
}

/** Nobody is asked; the same comes whatever the address is. */
export function fetchOf(body: string | Buffer, type = ''): GuardedFetch {
  return async ({ url, bytes }) => {
    const all = Buffer.from(body)
    return { status: 'fetched', body: all.subarray(0, bytes), isCut: all.length > bytes, type, finalUrl: url }
  }
}

export function gathering(more: Partial<GatherRequest> = {}): GatherRequest {
  const person = { id: 1, name: 'Ana', role: 'owner' as const, timezone: undefined }
  return { person, timezone: 'Europe/Berlin', now: new Date('2026-03-14T06:00:00Z'), since: undefined, ...more }
}

export const never = new AbortController().signal
