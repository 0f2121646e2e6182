import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { RunningDaemon } from '../../../src/app/connect/connection.ts'
import { createConnections } from '../../../src/app/connect/connections.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { linesIn } from '../../../src/web/page/api.ts'
import type { SigningIn, WaysToConnect } from '../../../src/web/page/wire/settings-wire.ts'
import { ask, pageHeaders, signIn } from '../../web/http.ts'
import { createWorld } from '../../web/world.ts'

export const publicUrl = 'https://skein.example.org'

/** A page beside a folder of its own, signed in to at this machine; whatever it and the log said is kept. */
export async function openHouse(text = '', env: Record<string, string> = {}, language = 'en', daemon?: RunningDaemon) {
  const dir = mkdtempSync(join(tmpdir(), 'skein-connect-'))
  const world = createWorld({ dir })
  onTestFinished(() => world.close())
  const configFile = join(dir, 'config.toml')
  writeFileSync(configFile, text, { mode: 0o600 })
  const home = { HOME: dir, PATH: process.env.PATH ?? '', ...env }
  const connections = createConnections({
    config: loadConfig(configFile, home),
    configFile,
    dataDir: dir,
    env: home,
    clock: systemClock,
    storedRefreshToken: () => undefined,
    daemon,
    brainTrouble: (name) => (name === 'claude' ? 'It was refused.' : undefined),
  })
  const server = await world.serve({ connections, publicUrl })
  const { cookie } = await signIn(server)
  const headers = pageHeaders(server.port, { cookie, 'accept-language': language })
  const said: string[] = []
  const askedApi = async (path: string, body?: object) => {
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const answer = await ask(server.port, { path: `/api${path}`, headers, ...sent })
    said.push(answer.text)
    return answer
  }
  const asked = (path: string, body?: object) => askedApi(`/connections${path}`, body)
  /** What is told while somebody signs in elsewhere, line by line; hanging up is leaving the page. */
  async function* signingIn(name: string, given: object, hangUp?: AbortSignal): AsyncGenerator<SigningIn> {
    const { host: _, ...more } = headers
    const answer = await fetch(`${server.url}api/connections/${name}/sign-in`, {
      method: 'POST',
      headers: more,
      body: JSON.stringify(given),
      ...(hangUp && { signal: hangUp }),
    })
    for await (const line of linesIn(answer.body ?? new ReadableStream())) {
      said.push(line)
      yield JSON.parse(line) as SigningIn
    }
  }
  return {
    dir,
    server,
    signingIn,
    get: (path = '') => asked(path),
    connect: (name: string, given: object) => asked(`/${name}`, given),
    disconnect: (name: string, provider?: string) => asked(`/${name}/disconnect`, { provider }),
    offeredModels: (given: object) => askedApi('/offered-models', given),
    waysToConnect: async () => (await askedApi('/ways-to-connect')).json() as WaysToConnect,
    config: () => readFileSync(configFile, 'utf8'),
    kept: (name: string) => join(dir, name),
    /** All that left the daemon, on the wire or into its log. */
    told: () => [...said, ...world.logged].join('\n'),
  }
}
