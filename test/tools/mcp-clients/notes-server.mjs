// A server of notes as anybody would write one with the SDK, over stdio or HTTP; its environment and its doings can be asked for.
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export function createNotesServer() {
  const server = new McpServer({ name: 'notes', version: '1.0.0' })
  const text = (words) => ({ content: [{ type: 'text', text: words }] })
  server.registerTool(
    'find',
    { description: 'Finds notes.', inputSchema: { query: z.string() }, annotations: { readOnlyHint: true } },
    ({ query }) => text(`found ${query}`),
  )
  server.registerTool('add.note', { description: 'Adds one.', inputSchema: { note: z.string() } }, ({ note }) =>
    text(`added ${note}`),
  )
  server.registerTool('mixed', { inputSchema: {} }, () => ({
    content: [
      { type: 'text', text: 'one' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'note://1', text: 'two' } },
      { type: 'resource_link', uri: 'note://2', name: 'second' },
    ],
  }))
  server.registerTool('fail', { inputSchema: {} }, () => ({ ...text('no such note'), isError: true }))
  server.registerTool('throw', { inputSchema: {} }, () => {
    throw new Error('broken inside')
  })
  server.registerTool('env', { inputSchema: {} }, () => text(JSON.stringify(process.env)))
  server.registerTool('hang', { inputSchema: { file: z.string() } }, ({ file }, { signal }) => {
    appendFileSync(file, 'begun ')
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        appendFileSync(file, 'called-off ')
        resolve(text(''))
      })
    })
  })
  server.registerTool('crash', { inputSchema: {} }, () => process.exit(3))
  server.registerTool('breed', { inputSchema: { mark: z.string() } }, ({ mark }) => {
    spawn('sleep', [mark], { detached: true, stdio: 'ignore' }).unref()
    return text('bred')
  })
  return server
}

if (process.argv[2] === 'stdio') {
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
  console.error('notes are ready')
  await createNotesServer().connect(new StdioServerTransport())
}
