import { z } from 'zod'
import type { Inbox } from '../../channel.ts'
import type { Placeholders } from './placeholder.ts'

export interface LeftoverPlaceholders extends Placeholders {
  /** From now on what is added outlives a crash. Answers what an earlier run left behind. */
  open(inbox: Inbox): [chat: number, message: number][]
}

const NAME = 'placeholders'
const list = z.array(z.tuple([z.number(), z.number()]))

/** The placeholders that stand in chats now, kept in the memory of the channel: after a crash half an answer must not stay for a whole one. */
export function createLeftoverPlaceholders(account: string, failed: (error: unknown) => void): LeftoverPlaceholders {
  let inbox: Inbox | undefined
  let standing: [number, number][] = []

  function write(): boolean {
    try {
      inbox?.keep({ channel: 'telegram', account, name: NAME, value: JSON.stringify(standing) })
      return true
    } catch (error) {
      // A disk that is full: at worst a leftover placeholder stays after a crash.
      failed(error)
      return false
    }
  }

  return {
    open(given) {
      inbox = given
      const left = list.safeParse(parse(given.memory('telegram', account, NAME)))
      return left.success ? left.data : []
    },
    add(chat, message) {
      standing.push([chat, message])
      write()
    },
    remove(chat, message) {
      standing = standing.filter(([where, which]) => where !== chat || which !== message)
      return write()
    },
  }
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}
