import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Api } from '../../../api.ts'
import type { Heard, Hearing } from '../../../wire/voice-wire.ts'
import { apiWords } from '../../../words/api-words.ts'
import { voiceWords } from '../../../words/chats/voice-words.ts'
import { useWords } from '../../../words/language.ts'
import { canRecord, type Recording, record } from './recording.ts'
import { startUpload } from './upload.ts'

export interface VoiceButtonProps {
  api: Pick<Api, 'get' | 'post'>
  /** Puts what was heard into the field. */
  write: (text: string) => void
}

/** Speak instead of typing, where something is set up that listens. What was heard is read before it is sent. */
export function VoiceButton({ api, write }: VoiceButtonProps) {
  const words = useWords(voiceWords)
  const apiSays = useWords(apiWords)
  const hears = useSignal(false)
  const state = useSignal<'idle' | 'asking' | 'recording' | 'hearing'>('idle')
  const problem = useSignal('')
  const recording = useRef<Recording>(undefined)
  useEffect(() => {
    if (!canRecord()) return
    void api.get<Hearing>('/api/voice').then((answer) => {
      hears.value = answer.status === 'ok' && answer.value.hears
    })
    return () => recording.current?.drop()
  }, [])
  if (!hears.value) return null

  async function speak(): Promise<void> {
    problem.value = ''
    state.value = 'asking'
    try {
      recording.current = await record()
    } catch {
      problem.value = words.notAllowed
      state.value = 'idle'
      return
    }
    state.value = 'recording'
    const said = await recording.current.done
    recording.current = undefined
    state.value = said ? 'hearing' : 'idle'
    if (said) problem.value = await understand(said)
    state.value = 'idle'
  }

  /** Why nothing came of it, if nothing did. */
  async function understand(said: Blob): Promise<string> {
    const uploaded = await startUpload(said, `voice.${endingOf(said.type)}`, () => {}, apiSays).done
    if (uploaded.status !== 'ok') return uploaded.error
    const { hash, name, proof } = uploaded.value
    const heard = await api.post<Heard>('/api/voice', { hash, name, proof })
    if (heard.status !== 'ok') return heard.error
    write(heard.value.text)
    return ''
  }

  const isRecording = state.value === 'recording'
  const label = isRecording ? words.end : words.speak
  return (
    <>
      <button
        id="voice"
        class={isRecording ? 'attach recording' : 'attach'}
        type="button"
        title={label}
        aria-label={label}
        aria-pressed={isRecording}
        disabled={state.value === 'asking' || state.value === 'hearing'}
        onClick={() => (isRecording ? recording.current?.end() : void speak())}
        onKeyDown={(pressed) => {
          if (pressed.key !== 'Escape' || !isRecording) return
          // Only this: what is being answered goes on.
          pressed.preventDefault()
          pressed.stopPropagation()
          recording.current?.drop()
        }}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M12 4a2.5 2.5 0 0 1 2.5 2.5v5a2.5 2.5 0 0 1-5 0v-5A2.5 2.5 0 0 1 12 4zM6.5 11a5.5 5.5 0 0 0 11 0M12 16.5V20" />
        </svg>
      </button>
      <span class="voice-said" role="status">
        {problem.value || (state.value === 'hearing' ? words.listening : isRecording ? words.recording : '')}
      </span>
    </>
  )
}

function endingOf(type: string): string {
  return ['ogg', 'mp4'].find((ending) => type.includes(ending)) ?? 'webm'
}
