import type { WireImportPreview } from '../../../wire/settings-wire.ts'
import { useWords } from '../../../words/language.ts'
import { importWords } from '../../../words/settings/import-words.ts'

/** What an import would bring, and the question who of the people is the owner. */
export function ImportPreview({ preview }: { preview: WireImportPreview }) {
  const words = useWords(importWords)
  const { formats, messages, chatCount, chats, first, last, withoutText, bad, problems, people, sample } = preview
  return (
    <div role="group" aria-label={words.preview}>
      <p>{words.found(formats.join(', '), messages, chatCount)}</p>
      {first !== undefined && last !== undefined && <p class="muted">{words.period(first, last)}</p>}
      <ul class="connection-said">
        {chats.map(({ title, messages: count }, at) => (
          <li key={at}>{words.counted(title, count)}</li>
        ))}
        {chatCount > chats.length && <li>{words.more(chatCount - chats.length)}</li>}
      </ul>
      {withoutText > 0 && <p class="muted">{words.withoutText(withoutText)}</p>}
      {bad > 0 && (
        <>
          <p>{words.bad(bad)}</p>
          <ul class="connection-said">
            {problems.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {sample.lines.length > 0 && (
        <>
          <p class="muted">{words.begins(sample.title)}</p>
          <ul class="connection-said">
            {sample.lines.map(({ from, text }, at) => (
              <li key={at}>
                {from}: {text}
              </li>
            ))}
          </ul>
        </>
      )}
      {people.some(({ isYou }) => !isYou) && (
        <>
          <label for="import-you">{words.whoAreYou}</label>
          <select id="import-you" name="you">
            <option value="">{preview.isOwnerUnknown ? words.nobody : words.asNamed}</option>
            {people.map(({ name, messages: count, isYou }) => (
              <option key={name} value={name} selected={isYou && preview.isOwnerUnknown}>
                {words.counted(name, count)}
              </option>
            ))}
          </select>
        </>
      )}
    </div>
  )
}
