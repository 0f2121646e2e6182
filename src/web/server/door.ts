import type { IncomingMessage } from 'node:http'

/** How a request came in: on this machine, or by the name that others reach the page by. */
export interface Door {
  /** What a browser says of a page that was loaded through it. */
  origin: string
  isPublic: boolean
}

export type DoorOf = (request: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'socket'>) => Door | undefined

/**
 * The door is told by the exact name that was called, and a name of this machine counts only where the call arrived on
 * it. No header of a proxy is looked at: anybody can write one. Undefined: by a name that is not ours.
 */
export function createDoorOf(publicOrigin: string | undefined): DoorOf {
  const publicHost = publicOrigin && new URL(publicOrigin).host
  return ({ headers, rawHeaders, socket }) => {
    const given = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
    const host = headers.host?.toLowerCase() ?? ''
    if (given !== 1) return undefined
    if (publicOrigin && host === publicHost) return { origin: publicOrigin, isPublic: true }
    const isHere = /^(::ffff:)?127\.0\.0\.1$/.test(socket.localAddress ?? '')
    return isHere && ownHosts(socket.localPort).includes(host)
      ? { origin: `http://${host}`, isPublic: false }
      : undefined
  }
}

function ownHosts(port = 0): string[] {
  const names = ['127.0.0.1', 'localhost']
  return port === 80 ? names : names.map((name) => `${name}:${port}`)
}
