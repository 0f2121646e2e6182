import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ConnectProxy {
  url: string
  port: number
  /** What was asked for, in order, with the credentials before it. */
  asked: string[]
}

/** An HTTP proxy on loopback that only knows CONNECT. It alone knows where its names are. */
export async function startConnectProxy(
  ports: Record<string, number>,
  { refusal = 502 }: { refusal?: number } = {},
): Promise<ConnectProxy> {
  const asked: string[] = []
  const open = new Set<Socket>()
  const server = createServer((_request, response) => response.writeHead(405).end())
  server.on('connection', (socket: Socket) => open.add(socket.on('error', () => {})))
  server.on('connect', ({ url = '', headers }, socket) => {
    const [, credentials = ''] = headers['proxy-authorization']?.split(' ') ?? []
    const name = Buffer.from(credentials, 'base64').toString()
    asked.push(name === '' ? url : `${name}@${url}`)
    const port = ports[url]
    if (port === undefined) return void socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`)
    const target = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    open.add(target.on('error', () => socket.destroy()))
    socket.pipe(target).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, asked }
}
