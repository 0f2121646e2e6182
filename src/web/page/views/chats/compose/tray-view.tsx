import { trayWords } from '../../../words/chats/compose-words.ts'
import { useWords } from '../../../words/language.ts'
import { Chip } from '../thread/file-view.tsx'
import type { Tray, TrayItem } from './tray.ts'

/** The files that will go with the next message. */
export function TrayView({ tray, removed }: { tray: Tray; removed: () => void }) {
  const words = useWords(trayWords)
  return (
    <ul id="tray" class="tray" aria-label={words.files} hidden={tray.items.value.length === 0}>
      {tray.items.value.map((item) => (
        <Item
          key={item.id}
          item={item}
          remove={() => {
            tray.remove(item)
            removed()
          }}
        />
      ))}
    </ul>
  )
}

function Item({ item, remove }: { item: TrayItem; remove: () => void }) {
  const words = useWords(trayWords)
  const { name, bytes, preview, share, stored, problem } = item
  return (
    <li class={problem === undefined ? 'item' : 'item bad'}>
      {preview && <img src={preview} alt="" />}
      <Chip name={name} bytes={bytes} />
      {share !== undefined && !stored && problem === undefined && (
        <progress max={1} value={share} aria-label={words.sending(name)} />
      )}
      {problem !== undefined && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
      <button type="button" class="remove" aria-label={words.removeOne(name)} title={words.remove} onClick={remove}>
        ×
      </button>
    </li>
  )
}
