// A server with as many tools as its argument says, by hand. `rename` takes one away, adds another and says so.
import { createInterface } from 'node:readline'

const count = Number(process.argv[2])
const subjects = ['invoice', 'issue', 'letter', 'meeting', 'customer', 'order', 'report', 'ticket']
const verbs = ['create', 'find', 'close', 'rename', 'archive', 'export', 'count', 'check', 'move', 'share']
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

let tools = Array.from({ length: count }, (_, at) => aTool(at))

function aTool(at) {
  const [verb, subject] = [verbs[at % verbs.length], subjects[Math.floor(at / verbs.length) % subjects.length]]
  const round = Math.floor(at / (verbs.length * subjects.length))
  return {
    name: `${verb}_${subject}${round === 0 ? '' : `_${round}`}`,
    description: `${verb[0].toUpperCase()}${verb.slice(1)}s one ${subject} of the shop. It takes the id of the ${subject}, and a note that everybody in the shop can read later. Use it only if the person asked for it.`,
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: `The id of the ${subject}, as the shop shows it in its lists.` },
        note: { type: 'string', description: 'Why it is done, in one sentence.' },
        priority: { type: 'string', enum: ['low', 'normal', 'high'], description: 'How soon it should be done.' },
      },
      required: ['id'],
    },
    ...(verb === 'find' && { annotations: { readOnlyHint: true } }),
  }
}

function answer({ method, params }) {
  switch (method) {
    case 'initialize': {
      const capabilities = { tools: { listChanged: true } }
      return { protocolVersion: params.protocolVersion, capabilities, serverInfo: { name: 'many', version: '1' } }
    }
    case 'tools/list':
      return { tools }
    case 'tools/call': {
      if (params.name === 'rename_invoice') {
        tools = [...tools.slice(1), { name: 'shred_invoice', inputSchema: { type: 'object' } }]
        say({ method: 'notifications/tools/list_changed' })
      }
      return { content: [{ type: 'text', text: `${params.name} did ${JSON.stringify(params.arguments)}` }] }
    }
    default:
      return {}
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line)
  if (request.id !== undefined) say({ id: request.id, result: answer(request) })
})
