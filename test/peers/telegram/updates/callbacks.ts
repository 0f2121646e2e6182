import type { MaybeInaccessibleMessage, User } from '@grammyjs/types'
import type { Methods } from '../http/method.ts'
import { badRequest } from '../http/refusal.ts'
import type { World } from '../world.ts'

/** A button press and what the bot said to it. */
export interface Press {
  id: string
  at: number
  answer: { text: string; alert: boolean } | undefined
}

export interface Callbacks {
  /** Tells the bot that a button was pressed. */
  press(user: User, message: MaybeInaccessibleMessage, data: string): Press
  methods: Pick<Methods, 'answerCallbackQuery'>
}

const lifeMs = 150_000
const tooOld = 'query is too old and response timeout expired or query ID is invalid'

/** Button presses: each is answered once, and soon. */
export function createCallbacks(world: World): Callbacks {
  const presses = new Map<string, Press>()

  return {
    press(user, message, data) {
      const press: Press = { id: `${731_000_001 + presses.size}`, at: world.clock.now().getTime(), answer: undefined }
      presses.set(press.id, press)
      const chat_instance = `${message.chat.id * 7919}`
      world.tell({ callback_query: { id: press.id, from: user, message, chat_instance, data } })
      return press
    },
    methods: {
      answerCallbackQuery(args) {
        const press = presses.get(args.callback_query_id ?? '')
        if (press === undefined || press.answer !== undefined) throw badRequest(tooOld)
        if (world.clock.now().getTime() - press.at > lifeMs) throw badRequest(tooOld)
        if ((args.text ?? '').length > 200) throw badRequest('MESSAGE_TOO_LONG')
        press.answer = { text: args.text ?? '', alert: args.show_alert === true }
        return true
      },
    },
  }
}
