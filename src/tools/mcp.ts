import type { Passes } from './passes.ts'
import type { Registry } from './registry.ts'

export interface McpDeps {
  registry: Registry
  passes: Passes
  version: string
}

/** Answers one request of the Model Context Protocol; whoever serves HTTP hands it in, and hears when its pass was good. */
export type McpHandler = (request: Request, admitted?: () => void) => Promise<Response>

export function createMcpHandler({ registry, passes, version }: McpDeps): McpHandler {
  return async (request, admitted) => {
    const token = /^Bearer ([\w-]{20,100})$/.exec(request.headers.get('authorization') ?? '')?.[1]
    if (!token || !passes.knows(token)) return refuse(401, 'This door opens only with a pass.')
    admitted?.()
    // We never speak first, so there is nothing to listen for; an open stream would only use up a connection.
    if (request.method !== 'POST') return refuse(405, 'Only POST is answered here.')
    const { server, transport } = await newServer(() => passes.scopeOf(token))
    await server.connect(transport)
    return await transport.handleRequest(request)
  }

  /** One for each request: nothing is kept between two, so there is no session to steal, to leak or to clean up. */
  async function newServer(scopeOf: () => ReturnType<Passes['scopeOf']>) {
    const { Server, Transport, CallToolRequestSchema, ListToolsRequestSchema } = await sdk()
    const server = new Server({ name: 'skein', version }, { capabilities: { tools: {} } })
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: registry
        .all(scopeOf())
        .map((tool) => ({ ...tool, inputSchema: { ...tool.inputSchema, type: 'object' as const } })),
    }))
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      const scope = scopeOf()
      if (!scope) return { isError: true, content: [{ type: 'text', text: 'No task is running for this pass.' }] }
      const { text, failed } = await registry.call(params.name, params.arguments ?? {}, scope)
      return { isError: failed, content: [{ type: 'text', text }] }
    })
    return { server, transport: new Transport({ enableJsonResponse: true }) }
  }
}

// Loaded when the first tool is asked for: it is a quarter of the memory of an idle daemon.
async function sdk() {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport: Transport }, schemas] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])
  return { Server, Transport, ...schemas }
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status })
}
