import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Progress } from '../../domain/progress.ts'
import type { TaskState } from '../../domain/task.ts'
import { sleep } from '../../lib/sleep.ts'
import { createWake, type Wake } from '../../lib/wake.ts'
import type { Easel, Sketch } from './easel.ts'
import { renderMarkdown } from './entities.ts'
import { tailOf } from './outbound.ts'
import { joinStyled, type Styled } from './styled.ts'

interface Live extends Sketch {
  easel: Easel
  text: string
  tool: string
  /** Something was said since the last drawing. */
  isNew: boolean
  wake: Wake
  end(): void
}

export interface Drafts {
  show(progress: Progress): void
  /** The final is about to be sent: ends the draft, and says which message to write it into. */
  claim(lane: Lane): Promise<number | undefined>
  close(): void
}

/** Shows answers while they are made. Nothing here is kept, and nothing waits for it: losing a drawing loses nothing. */
export function createDrafts(easelOf: (chat: ChatId) => Easel, failed: (error: unknown) => void): Drafts {
  const lives = new Map<Lane, Live>()

  function begin({ chat, lane, task, messages }: Extract<Progress, { kind: 'state' }>): void {
    lives.get(lane)?.end()
    const stop = new AbortController()
    const prefix = `topic:${chat}:`
    const live: Live = {
      chat,
      lane,
      task,
      ...(lane.startsWith(prefix) ? { topic: Number(lane.slice(prefix.length)) } : {}),
      trigger: messages[0],
      signal: stop.signal,
      easel: easelOf(chat),
      text: '',
      tool: '',
      isNew: false,
      wake: createWake(),
      end: () => stop.abort(),
    }
    lives.set(lane, live)
    run(live).catch(failed)
  }

  function settle(live: Live, state: TaskState): void {
    live.end()
    if (state === 'answered') return
    lives.delete(live.lane)
    live.easel.leave(live, state === 'cancelled' ? 'stopped' : 'gone', saidIn(live)).catch(failed)
  }

  return {
    show(progress) {
      const live = lives.get(progress.lane)
      const isMine = live?.task === progress.task && !live.signal.aborted
      switch (progress.kind) {
        case 'state':
          if (progress.state === 'running' && !isMine) begin(progress)
          else if (isMine && progress.state !== 'running' && progress.state !== 'leased') settle(live, progress.state)
          return
        case 'draft':
          if (isMine) Object.assign(live, { text: progress.text, tool: '', isNew: true })
          break
        case 'tool':
          if (isMine) Object.assign(live, { tool: progress.line, isNew: true })
          break
        case 'settled':
          return
      }
      live?.wake.ring()
    },
    async claim(lane) {
      const live = lives.get(lane)
      if (!live) return undefined
      live.end()
      lives.delete(lane)
      return await live.easel.leave(live, 'final', saidIn(live))
    },
    close() {
      for (const live of lives.values()) live.end()
      lives.clear()
    },
  }
}

/** Always the newest state, never one after another: what came in between is dropped. */
async function run(live: Live): Promise<void> {
  while (!live.signal.aborted) {
    live.isNew = false
    if (!(await live.easel.draw(live, looksOf(live)))) return
    const { gapMs, refreshMs } = live.easel.rhythm()
    await sleep(gapMs, live.signal)
    if (!live.isNew) await live.wake.wait(Math.max(0, refreshMs - gapMs), live.signal)
  }
}

function saidIn({ text }: Live): Styled {
  return text.trim() === '' ? { text: '', entities: [] } : renderMarkdown(text)
}

function looksOf(live: Live): Styled {
  const { tool } = live
  const said = saidIn(live)
  if (tool === '') return tailOf(said)
  const line: Styled = { text: tool, entities: [{ type: 'italic', offset: 0, length: tool.length }] }
  return tailOf(said.text === '' ? line : joinStyled([said, { text: '\n\n', entities: [] }, line]))
}
