import { onTestFinished } from 'vitest'
import type { Config } from '../../../src/config/config.ts'
import { type MessagesRequest, type Reply, startMessagesApi } from '../../peers/messages-api.ts'
import { createClaudeWorld } from '../../support/claude-world.ts'
import { type Step, type ToolRequest, toolContract } from '../tool-contract.ts'
import { findRealClaude, hasBwrap } from './real-cli.ts'
import { processesOf } from './rig.ts'

const command = findRealClaude()
const PREFIX = 'mcp__skein__'

toolContract('claude', {
  open: command === undefined || !hasBwrap ? undefined : (config) => aWorld(command, config),
  write: { tool: 'Write', input: { file_path: 'a.txt', content: 'a' } },
  delegate: { tool: 'Task', input: { description: 'work', prompt: 'Mend it.', subagent_type: 'delegate' } },
})

async function aWorld(cli: string, config: Partial<Config>) {
  const api = await startMessagesApi()
  onTestFinished(() => api.close())
  const world = await createClaudeWorld({ command: cli, baseUrl: api.url, config })
  return {
    world,
    script: (...steps: Step[]) =>
      api.script(
        ...steps.map((step) => () => {
          step.first?.()
          if ('breaksOff' in step) for (const pid of processesOf(world.claude)) killIfAlive(pid)
          return replyFor(step)
        }),
      ),
    requests: () => api.requests.map(readRequest),
  }
}

/** When the sandbox dies first, it takes the CLI with it. */
function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function replyFor(step: Step): Reply {
  // The CLI itself has gone by then.
  if ('breaksOff' in step) return { kind: 'stall', pieces: [step.breaksOff] }
  if ('says' in step) return { kind: 'text', pieces: [step.says] }
  const name = /^[A-Z]/.test(step.tool) ? step.tool : `${PREFIX}${step.tool}`
  return { kind: 'tool', name, input: step.input }
}

interface Block {
  type: string
  text?: string
  content?: string | Block[]
  is_error?: boolean
}

function readRequest({ raw }: MessagesRequest): ToolRequest {
  const body = JSON.parse(raw) as { tools?: { name: string }[]; messages: { content: string | Block[] }[] }
  const blocks = body.messages.flatMap(({ content }) =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  )
  const result = blocks.findLast(({ type }) => type === 'tool_result')
  return {
    raw,
    tools: (body.tools ?? []).map(({ name }) => name.replace(PREFIX, '')),
    result: result && { text: textOf(result.content), failed: result.is_error === true },
    text: blocks.map(({ text }) => text ?? '').join('\n'),
  }
}

function textOf(content: Block['content'] = ''): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n')
}
