// How a person links another account of theirs:
//   1. In one chat they ask for a code (`/link`), and send it from the other account (`/link CODE`).
//   2. An account that nobody has used is theirs at once, except with a code of the owner.
//   3. Otherwise the address is bound to the code, and whoever made the code is asked in the chat where they made it.
// So a code that was coaxed out of the owner gives nobody their rights, and nobody's memory is joined with that of
// somebody else without a yes on both sides.

import { noticeKey } from '../../domain/outbox-key.ts'
import { type Address, addressName, type Person } from '../../domain/person.ts'
import { plainName } from '../../gateway/rendering/line.ts'
import { later, type Moment } from '../../lib/time/clock.ts'
import { linkMessages } from '../../messages/link-messages.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { chatsWith } from '../../store/messages/chats.ts'
import { bindPairing, findBoundPairing, removePairing } from '../../store/people/pairing.ts'
import { prefixIn } from '../say/channel-access.ts'
import { sendNotice, sendOwnerNotice } from '../say/notices.ts'
import type { TaskDeps } from '../task-deps.ts'
import { type LinkResult, link } from './linking.ts'
import { CODE_LIFETIME_MS, type LinkCode } from './pairing.ts'

/** Who sent a code, and under which name. */
export interface CodeSender {
  address: Address
  name: string
}

/** Enough to tell one question from another in a button. */
const REFERENCE_CHARS = 12

/** Links an account that nobody has used. Call it inside the transaction that accepts its message. */
export function linkNewAddress(deps: TaskDeps, code: LinkCode, { address, name }: CodeSender, now: Date): LinkResult {
  removePairing(deps.db, code.hash)
  const result = link(deps.db, address, code.person, now)
  if ('problem' in result) return result
  const [who, at] = [plainName(name), addressName(address)]
  const undo = `${prefixIn(deps, code.chat)}link remove ${at}`
  const note = { key: noticeKey('linked', code.hash), chat: code.chat }
  sendNotice(deps, { ...note, text: linkMessages.linkedToYou(who, at, undo) }, now)
  tellOwner(deps, code.person, { who, at }, now)
  return result
}

/** Asks whoever made the code whether this is them. Call it inside the transaction that accepts the code. */
export function askMaker(deps: TaskDeps, code: LinkCode, { address, name }: CodeSender, { now, steady }: Moment): void {
  const { hash, person, chat } = code
  bindPairing(deps.db, hash, address, later(steady, CODE_LIFETIME_MS))
  const reference = hash.slice(0, REFERENCE_CHARS)
  const command = `${prefixIn(deps, chat)}link yes ${reference}`
  const question = {
    key: noticeKey('link', hash),
    chat,
    text: linkMessages.ask(plainName(name), addressName(address), person.role, command),
    buttons: [
      { label: linkMessages.yesButton, data: `link yes ${reference}` },
      { label: linkMessages.noButton, data: `link no ${reference}` },
    ],
  }
  sendNotice(deps, question, now)
}

/** Carries out the maker's yes. Call it inside the transaction that accepts it. */
export function confirmLink(deps: TaskDeps, person: Person, reference: string, moment: Moment): LinkResult {
  const address = takeAsked(deps, person, reference, moment)
  if (address === undefined) return { problem: linkMessages.nothingToConfirm }
  const { now } = moment
  const result = link(deps.db, address, person, now)
  if ('problem' in result) return result
  const at = addressName(address)
  const chat = chatsWith(deps.db, address).at(-1)
  if (chat !== undefined) {
    const text = linkMessages.linkedHere(plainName(person.name), prefixIn(deps, chat))
    sendNotice(deps, { key: noticeKey('linked', `here ${at} ${now.getTime()}`), chat, text }, now)
  }
  if (person.role !== 'owner') tellOwner(deps, person, { who: at, at }, now)
  return result
}

export function declineLink(deps: TaskDeps, person: Person, reference: string, moment: Moment): LocalizedText {
  return takeAsked(deps, person, reference, moment) ? linkMessages.declined : linkMessages.nothingToConfirm
}

/** The address that a question is about. The code is used up, whatever the answer. */
function takeAsked({ db }: TaskDeps, { id }: Person, reference: string, { steady }: Moment): Address | undefined {
  const bound = findBoundPairing(db, id, steady)
  if (bound?.hash.slice(0, REFERENCE_CHARS) !== reference) return undefined
  removePairing(db, bound.hash)
  return bound.address
}

function tellOwner(deps: TaskDeps, { name }: Person, { who, at }: { who: string; at: string }, now: Date): void {
  sendOwnerNotice(deps, { key: noticeKey('linked'), text: linkMessages.ownerTold(who, at, plainName(name)) }, now)
}
