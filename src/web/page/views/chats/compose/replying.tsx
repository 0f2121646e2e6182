import type { Replied } from '../../../wire.ts'

/** The line that the next message answers, shown above the field until it is sent or cancelled. */
export function Replying({ line, cancel }: { line: Replied | undefined; cancel: () => void }) {
  return (
    <div id="replying" class="replying" role="group" aria-label="The line you reply to" hidden={!line}>
      <div class="words">
        <div id="replying-who" class="who" dir="auto">
          {line && `Replying to ${line.who}`}
        </div>
        <div id="replying-said" class="said" dir="auto">
          {line?.text}
        </div>
      </div>
      <button
        id="replying-cancel"
        class="cancel"
        type="button"
        title="Do not reply to it (Esc)"
        aria-label="Do not reply to it"
        onClick={cancel}
      >
        ×
      </button>
    </div>
  )
}
