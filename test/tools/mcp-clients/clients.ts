import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { textIn } from '../../../src/messages/localized.ts'
import { createMcpClients, type McpClientsDeps } from '../../../src/tools/mcp-clients/mcp-clients.ts'
import type { ServerLimits } from '../../../src/tools/mcp-clients/server-tools.ts'
import { silentLog } from '../../support/silent-log.ts'

export const never = new AbortController().signal

const notes = fileURLToPath(new URL('notes-server.mjs', import.meta.url))
export const notesCommand = [process.execPath, notes, 'stdio']

/** A server with so many tools, beginning with create_invoice. */
export function manyCommand(count: number): string[] {
  return [process.execPath, fileURLToPath(new URL('many-server.mjs', import.meta.url)), String(count)]
}

/** Clients that are closed with the test, and what the owner was told. */
export function clientsOf(
  servers: Partial<McpClientsDeps['servers'][number]>[],
  limits: Partial<ServerLimits> = {},
  deps: Partial<McpClientsDeps> = {},
) {
  const troubles: string[] = []
  const clients = createMcpClients({
    servers: servers.map((server, at) => ({ name: `s${at}`, env: {}, ...server })),
    // A busy machine takes its time to start a program.
    limits: { patienceMs: 60_000, connectMs: 60_000, ...limits },
    env: process.env,
    clock: systemClock,
    log: silentLog,
    trouble: (sentence) => troubles.push(textIn(sentence, 'en')),
    ...deps,
  })
  onTestFinished(() => clients.close())
  const call = async (name: string, input: Record<string, unknown> = {}, signal = never) => {
    const tool = (await clients.list(never)).find((one) => one.name === name)
    return tool ? await tool.run(input, {}, signal) : undefined
  }
  return { clients, troubles, call }
}
