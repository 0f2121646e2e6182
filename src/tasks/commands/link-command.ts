import { noticeKey } from '../../domain/outbox-key.ts'
import { addressName, parseAddress } from '../../domain/person.ts'
import { plainName } from '../../gateway/rendering/line.ts'
import { commandHelp } from '../../messages/command-help.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import { linkMessages } from '../../messages/link-messages.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import { addPairingFailure } from '../../store/people/pairing.ts'
import { readAddress } from '../../store/people/people.ts'
import { askMaker, confirmLink, declineLink } from '../people/link-codes.ts'
import { type LinkingDeps, type LinkResult, linkNow, unlink } from '../people/linking.ts'
import { findLinkCode, hasGuessedTooOften, makeLinkCode } from '../people/pairing.ts'
import { sendNotice } from '../say/notices.ts'
import type { Command, CommandContext, Reply } from './command.ts'

/** /link makes a code, takes one from another account, asks whether that is right, and takes an account off again. */
export function createLink(deps: LinkingDeps): Command {
  const { db } = deps

  function sendCode(code: string, isSure: boolean, context: CommandContext): LocalizedText | Reply {
    const { person, sender, prefix, now, steady } = context
    // With the code of a member, that member would get the owner's rights and memory.
    if (person.role === 'owner') return linkMessages.ownerJoinsNobody(prefix)
    if (hasGuessedTooOften(db, sender)) return linkMessages.tooManyCodes(prefix)
    const found = findLinkCode(db, code, steady)
    if (!found) {
      addPairingFailure(db, sender)
      return linkMessages.wrongCode(prefix)
    }
    if (found.person.id === person.id) return linkMessages.ownCode
    if (!isSure) {
      const data = `link ${code} yes`
      const text = linkMessages.joinWarning(plainName(found.person.name), `${prefix}${data}`)
      return { text, buttons: [{ label: linkMessages.joinButton, data }] }
    }
    askMaker(deps, found, { address: sender, name: person.name }, { now, steady })
    return linkMessages.waitsForYes
  }

  function change({ now, afterCommit }: CommandContext, make: () => LinkResult): LocalizedText {
    const result = linkNow(deps, make, now, afterCommit)
    return 'problem' in result ? result.problem : result.said
  }

  /** The answer to a pressed button is gone in a moment, so it is said in the chat as well. */
  function confirm(reference: string, context: CommandContext): LocalizedText {
    const { person, chat, message, now } = context
    const text = change(context, () => confirmLink(deps, person, reference, context))
    if (message === undefined) sendNotice(deps, { key: noticeKey('linked'), chat, text }, now)
    return text
  }

  function remove(text: string, context: CommandContext): LocalizedText {
    const { person, sender, now } = context
    const address = parseAddress(text)
    if (!address || readAddress(db, address)?.personId !== person.id) return linkMessages.notYours(text)
    if (text === addressName(sender)) return linkMessages.notFromHere(text)
    return change(context, () => unlink(db, address, now))
  }

  return {
    name: 'link',
    usage: commandHelp.usages.link,
    summary: commandHelp.summaries.link,
    run(args, context) {
      const { person, chat, prefix, isRemote } = context
      // In a group everybody could read the code and use it.
      if (!isPrivateTo(db, chat, person.id)) return commandMessages.privateOnly
      if (isRemote) return linkMessages.notRemotely
      const [first = '', second = '', ...rest] = args.split(/\s+/)
      if (rest.length > 0) return linkMessages.usage(prefix)
      if (first === '') {
        const code = makeLinkCode(db, person, chat, context)
        const asked = person.role === 'owner' ? [linkMessages.codeOfOwner] : []
        return joinTexts([linkMessages.code(`${prefix}link ${code}`), ...asked], '\n\n')
      }
      if (first === 'yes') return confirm(second, context)
      if (first === 'no') return declineLink(deps, person, second, context)
      if (first === 'remove') return remove(second, context)
      const isSure = second.toLowerCase() === 'yes'
      if (!/^[a-z0-9]{8}$/i.test(first) || (second !== '' && !isSure)) return linkMessages.usage(prefix)
      return sendCode(first, isSure, context)
    },
    isSettled: (args) => /^(?:yes|no) /.test(args),
  }
}
