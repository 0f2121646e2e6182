import { noticeKey } from '../../domain/outbox-key.ts'
import { type Address, addressName } from '../../domain/person.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { peopleMessages } from '../../messages/people-messages.ts'
import { chatsWith } from '../../store/messages/chats.ts'
import { findStranger, listStrangers, refuseStranger, type Stranger } from '../../store/people/access-requests.ts'
import { addPerson, linkAddress } from '../../store/people/people.ts'
import { prefixIn } from '../say/channel-access.ts'
import { sendNotice } from '../say/notices.ts'
import type { TaskDeps } from '../task-deps.ts'

/** People who wrote and were refused, for the owner to decide about. */
export function createAccessRequests(deps: TaskDeps & { wake(): void }) {
  const { db, clock } = deps
  return {
    list: (): Stranger[] => listStrangers(db),

    /** They become a member. Their private chat is told. */
    allow(address: Address): { problem: LocalizedText } | { said: LocalizedText } {
      const result = db.transaction(() => {
        const stranger = findStranger(db, address)
        if (!stranger) return { problem: peopleMessages.noSuchRequest }
        const now = clock.now()
        const person = addPerson(db, { name: stranger.name, role: 'member' }, now)
        linkAddress(db, address, person.id, stranger.name, now, 'pairing')
        for (const chat of chatsWith(db, address)) {
          const text = peopleMessages.paired(person.name, prefixIn(deps, chat))
          sendNotice(deps, { key: noticeKey('letin', `${addressName(address)}:${person.id}`), chat, text }, now)
        }
        return { said: peopleMessages.nowMember(stranger.name) }
      })
      deps.wake()
      return result
    },

    /** They are not listed again. They remain a stranger, and a code of the owner still lets them in. */
    refuse: (address: Address): { problem: LocalizedText } | { said: LocalizedText } =>
      db.transaction(() => {
        const stranger = findStranger(db, address)
        if (!stranger) return { problem: peopleMessages.noSuchRequest }
        refuseStranger(db, address, clock.now())
        return { said: peopleMessages.requestRefused(stranger.name) }
      }),
  }
}
