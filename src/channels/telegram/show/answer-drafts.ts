import type { ChatId } from '../../../domain/ids.ts'
import type { Progress } from '../../../domain/task.ts'
import { createWake, sleep, type Wake } from '../../../lib/time/timers.ts'
import { tailOf } from '../outbound.ts'
import { renderMarkdown } from '../send/markdown-entities.ts'
import { joinStyled, type StyledText } from '../send/styled-text.ts'
import type { AnswerDisplay, ShownAnswer } from './answer-display.ts'

interface Live extends ShownAnswer {
  display: AnswerDisplay
  text: string
  tool: string
  /** Something changed since the last drawing. */
  isNew: boolean
  wake: Wake
  end(): void
}

export interface AnswerDrafts {
  show(progress: Progress): void
  /** Call this before the answer of a task is sent. Ends its draft and returns the message to write the answer into. */
  claim(task: number): Promise<number | undefined>
  close(): void
}

/** Shows answers while they are written. Nothing is stored and nobody waits for it, so a lost drawing does no harm. */
export function createAnswerDrafts(
  displayFor: (chat: ChatId) => AnswerDisplay,
  failed: (error: unknown) => void,
): AnswerDrafts {
  /** By task, because the answer of one task may still be on its way when the next task of the lane starts. */
  const lives = new Map<number, Live>()

  function begin({ chat, lane, task, messages }: Extract<Progress, { kind: 'state' }>): void {
    lives.get(task)?.end()
    const stop = new AbortController()
    const prefix = `topic:${chat}:`
    const live: Live = {
      chat,
      lane,
      task,
      ...(lane.startsWith(prefix) ? { topic: Number(lane.slice(prefix.length)) } : {}),
      trigger: messages[0],
      signal: stop.signal,
      display: displayFor(chat),
      text: '',
      tool: '',
      isNew: false,
      wake: createWake(),
      end: () => stop.abort(),
    }
    lives.delete(task)
    lives.set(task, live)
    run(live).catch(failed)
  }

  function settle(live: Live, isFollowed: boolean): void {
    live.end()
    if (!isFollowed) leave(live)
  }

  function leave(live: Live): void {
    lives.delete(live.task)
    live.display.leave(live, 'gone').catch(failed)
  }

  return {
    show(progress) {
      const live = lives.get(progress.task)
      const isMine = live !== undefined && !live.signal.aborted
      switch (progress.kind) {
        case 'state':
          if (progress.state === 'running' && !isMine) begin(progress)
          else if (isMine && progress.state !== 'running' && progress.state !== 'leased')
            settle(live, progress.state === 'answered' || progress.kept === true)
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
    async claim(task) {
      const live = lives.get(task)
      if (!live) return undefined
      live.end()
      // Answers of a lane are sent in order, so an earlier draft that was not claimed yet never will be.
      for (const other of lives.values()) {
        if (other === live) break
        if (other.lane === live.lane) leave(other)
      }
      lives.delete(task)
      return await live.display.leave(live, 'final')
    },
    close() {
      for (const live of lives.values()) live.end()
      lives.clear()
    },
  }
}

/** Always draws the newest state and skips those in between. */
async function run(live: Live): Promise<void> {
  while (!live.signal.aborted) {
    live.isNew = false
    if (!(await live.display.draw(live, looksOf(live)))) return
    const { gapMs, refreshMs } = live.display.pace()
    await sleep(gapMs, live.signal)
    if (!live.isNew) await live.wake.wait(Math.max(0, refreshMs - gapMs), live.signal)
  }
}

function saidIn({ text }: Live): StyledText {
  return text.trim() === '' ? { text: '', entities: [] } : renderMarkdown(text)
}

function looksOf(live: Live): StyledText {
  const { tool } = live
  const said = saidIn(live)
  if (tool === '') return tailOf(said)
  const line: StyledText = { text: tool, entities: [{ type: 'italic', offset: 0, length: tool.length }] }
  return tailOf(said.text === '' ? line : joinStyled([said, { text: '\n\n', entities: [] }, line]))
}
