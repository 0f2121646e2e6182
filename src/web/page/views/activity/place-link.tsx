import { addressOf, parseAddress } from '../../address.ts'

/** The name of a chat, and the way there where the page can show it. */
export function PlaceLink({ chat, place, line }: { chat: string; place: string; line?: number }) {
  const isShown = parseAddress(`#${chat}`) !== undefined
  const channel = chat.split(':', 1)[0] ?? ''
  const name = place === chat || channel === 'web' ? place : `${place} (${channel})`
  if (!isShown) return <span dir="auto">{name}</span>
  return (
    <a href={addressOf({ chat, ...(line !== undefined && { line }) })} dir="auto">
      {name}
    </a>
  )
}
