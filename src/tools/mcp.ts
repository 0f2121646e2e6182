import { createHash, randomBytes } from 'node:crypto'
import type { Registry, ToolListing } from './registry.ts'
import type { Scope } from './tool.ts'

/** The tools that are served. */
export interface ToolProvider extends Pick<Registry, 'call'> {
  list(scope: Scope | undefined): Promise<ToolListing[]>
}

export interface McpDeps {
  tools: ToolProvider
  passes: Passes
  version: string
}

/** Answers one MCP request. `onAdmitted` is called if its token is valid. */
export type McpHandler = (request: Request, onAdmitted?: () => void) => Promise<Response>

export function createMcpHandler({ tools, passes, version }: McpDeps): McpHandler {
  return async (request, onAdmitted) => {
    const token = /^Bearer ([\w-]{20,100})$/.exec(request.headers.get('authorization') ?? '')?.[1]
    if (!token || !passes.knows(token)) return refuse(401, 'This server needs a valid token.')
    onAdmitted?.()
    // We never send first, so there is nothing to listen for; an open stream would only use up a connection.
    if (request.method !== 'POST') return refuse(405, 'Only POST is supported.')
    const { server, transport } = await newServer(() => passes.scopeOf(token))
    await server.connect(transport)
    return withHeartbeat(await transport.handleRequest(request))
  }

  /** One server per request: nothing is kept in between, so there is no session to steal, leak or clean up. */
  async function newServer(scopeOf: () => ReturnType<Passes['scopeOf']>) {
    const { Server, Transport, CallToolRequestSchema, ListToolsRequestSchema } = await sdk()
    const server = new Server({ name: 'skein', version }, { capabilities: { tools: {} } })
    server.setRequestHandler(ListToolsRequestSchema, async () => {
      const listings = await tools.list(scopeOf())
      return {
        tools: listings.map((tool) => ({ ...tool, inputSchema: { ...tool.inputSchema, type: 'object' as const } })),
      }
    })
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      const scope = scopeOf()
      if (!scope) return { isError: true, content: [{ type: 'text', text: 'No task is running for this token.' }] }
      const { text, failed } = await tools.call(params.name, params.arguments ?? {}, scope)
      return { isError: failed, content: [{ type: 'text', text }] }
    })
    return { server, transport: new Transport() }
  }
}

// Loaded with the first tool call, because it is a quarter of the memory of an idle daemon.
async function sdk() {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport: Transport }, schemas] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])
  return { Server, Transport, ...schemas }
}

/** Often enough that no client gives up the connection while a person is being asked. */
const HEARTBEAT_MS = 15_000
const beat = new TextEncoder().encode(': waiting\n\n')

/** The same event stream, with a comment now and then while it is idle. */
function withHeartbeat(response: Response): Response {
  const { body, status, headers } = response
  if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) return response
  let timer: NodeJS.Timeout | undefined
  const reader = body.getReader()
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      timer = setInterval(() => controller.enqueue(beat), HEARTBEAT_MS)
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        clearInterval(timer)
        controller.close()
      } catch (error) {
        clearInterval(timer)
        controller.error(error)
      }
    },
    async cancel(reason) {
      clearInterval(timer)
      await reader.cancel(reason)
    },
  })
  return new Response(stream, { status, headers })
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status })
}

/**
 * A pass belongs to one process. The daemon binds it to the running task at each turn and unbinds it at its end, so
 * that a tool sees only what its task may see, and a call between turns is refused.
 */
interface Pass {
  token: string
  bind(scope: Scope): void
  unbind(): void
  revoke(): void
}

export interface Passes {
  issue(): Pass
  /** Whether one of our processes has this token. */
  knows(token: string): boolean
  /** Undefined for a token that is unknown, revoked or unbound. */
  scopeOf(token: string): Scope | undefined
}

export function createPasses(): Passes {
  // Looked up by hash, so that the time reveals nothing about a guess.
  const scopes = new Map<string, Scope | undefined>()
  return {
    issue() {
      const token = randomBytes(32).toString('base64url')
      const key = hash(token)
      scopes.set(key, undefined)
      return {
        token,
        bind: (scope) => void (scopes.has(key) && scopes.set(key, scope)),
        unbind: () => void (scopes.has(key) && scopes.set(key, undefined)),
        revoke: () => void scopes.delete(key),
      }
    },
    knows: (token) => scopes.has(hash(token)),
    scopeOf: (token) => scopes.get(hash(token)),
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
