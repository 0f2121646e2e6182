import { request } from 'node:http'
import type { SignInLink } from '../../src/web/page/wire/people-wire.ts'
import type { LiveEvent } from '../../src/web/page/wire/wire.ts'
import type { WebServer } from '../../src/web/server.ts'
import { type Answered, ask, pageHeaders } from './http.ts'

/** A browser at the public address of a page, which a proxy passes on. */
export interface RemoteBrowser {
  cookie: string
  call(method: string, path: string, body?: object | string): Promise<Answered>
}

export const publicUrl = 'https://skein.example.org'

/** What a browser sends there. */
export function remoteHeaders({ port }: Pick<WebServer, 'port'>, cookie = ''): Record<string, string> {
  return pageHeaders(port, { host: new URL(publicUrl).host, origin: publicUrl, cookie })
}

/** Opens a sign-in link for the public address. */
export async function openRemotely(server: Pick<WebServer, 'port'>, link: string): Promise<RemoteBrowser> {
  const body = JSON.stringify({ token: link.split('#sign-in=')[1] })
  const headers = remoteHeaders(server)
  const answer = await ask(server.port, { method: 'POST', path: '/api/sign-in', headers, body })
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  return {
    cookie,
    call(method, path, given = {}) {
      const isRaw = typeof given === 'string'
      const type = isRaw ? { 'content-type': 'application/octet-stream', 'content-length': String(given.length) } : {}
      return ask(server.port, {
        method,
        path,
        headers: { ...remoteHeaders(server, cookie), ...type },
        ...(method === 'POST' && { body: isRaw ? given : JSON.stringify(given) }),
      })
    },
  }
}

/** The owner at the machine lets somebody new use the page, who opens the link at once. */
export async function inviteToPage(
  server: Pick<WebServer, 'port'>,
  ownerCookie: string,
  guest: { name: string } | { person: number },
): Promise<RemoteBrowser> {
  const made = await ask(server.port, {
    method: 'POST',
    path: '/api/people/page-link',
    headers: pageHeaders(server.port, { cookie: ownerCookie }),
    body: JSON.stringify(guest),
  })
  if (made.status !== 200) throw new Error(made.text)
  return openRemotely(server, (made.json() as SignInLink).link)
}

/** The events of one open page. */
export async function followEvents(
  server: Pick<WebServer, 'port'>,
  { cookie, isRemote }: { cookie: string; isRemote?: true },
) {
  const events: LiveEvent[] = []
  const headers = isRemote ? remoteHeaders(server, cookie) : pageHeaders(server.port, { cookie })
  const asked = request({ host: '127.0.0.1', port: server.port, path: '/api/events', headers, agent: false })
  asked.on('error', () => {})
  let isOver = false
  await new Promise<void>((resolve, reject) => {
    asked.on('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(String(response.statusCode)))
      let text = ''
      response.on('data', (bytes: Buffer) => {
        text += bytes.toString()
        const whole = text.split('\n\n')
        text = whole.pop() ?? ''
        for (const event of whole) {
          const data = /^data: (.*)$/m.exec(event)?.[1]
          if (data) events.push(JSON.parse(data) as LiveEvent)
        }
        resolve()
      })
      response.on('error', () => {})
      response.on('close', () => (isOver = true))
    })
    asked.end()
  })
  return { events, isOver: () => isOver, close: async () => void asked.destroy() }
}
