import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Api } from '../../../api.ts'
import type { TranscriptionState, WireTranscript } from '../../../wire/chat-wire.ts'
import { voiceWords } from '../../../words/chats/compose-words.ts'
import { apiWords } from '../../../words/common-words.ts'
import { useWords } from '../../../words/language.ts'
import { startUpload } from './composer-state.ts'

export interface VoiceButtonProps {
  api: Pick<Api, 'get' | 'post'>
  /** Writes the transcript into the field. */
  write: (text: string) => void
}

/** Records a voice message and transcribes it into the field. Hidden if no transcription is set up. */
export function VoiceButton({ api, write }: VoiceButtonProps) {
  const words = useWords(voiceWords)
  const apiSays = useWords(apiWords)
  const hears = useSignal(false)
  const state = useSignal<'idle' | 'asking' | 'recording' | 'hearing'>('idle')
  const problem = useSignal('')
  const recording = useRef<Recording>(undefined)
  useEffect(() => {
    if (!canRecord()) return
    void api.get<TranscriptionState>('/api/voice').then((answer) => {
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
    const recorded = await recording.current.done
    recording.current = undefined
    state.value = recorded ? 'hearing' : 'idle'
    if (recorded) problem.value = await transcribe(recorded)
    state.value = 'idle'
  }

  /** Returns the problem, or an empty string. */
  async function transcribe(recording: Blob): Promise<string> {
    const uploaded = await startUpload(recording, `voice.${endingOf(recording.type)}`, () => {}, apiSays).done
    if (uploaded.status !== 'ok') return uploaded.error
    const { hash, name, proof } = uploaded.value
    const transcript = await api.post<WireTranscript>('/api/voice', { hash, name, proof })
    if (transcript.status !== 'ok') return transcript.error
    write(transcript.value.text)
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
          // Escape drops the recording, not the answer in progress.
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

/** A running recording. */
interface Recording {
  /** The recorded audio, after `end` or the time limit. Undefined if it was dropped. */
  done: Promise<Blob | undefined>
  end(): void
  drop(): void
}

const longestMs = 5 * 60_000

/** Browsers allow recording only with TLS or on the same machine. */
function canRecord(): boolean {
  return 'mediaDevices' in navigator && 'MediaRecorder' in globalThis
}

/** Asks for the microphone. Rejects if access is denied. */
async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const recorder = new MediaRecorder(stream)
  const pieces: Blob[] = []
  let isDropped = false
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  const limit = setTimeout(end, longestMs)
  const done = new Promise<Blob | undefined>((resolve) => {
    recorder.ondataavailable = ({ data }) => pieces.push(data)
    recorder.onstop = () => {
      clearTimeout(limit)
      // The browser shows the recording indicator until the tracks are stopped.
      for (const track of stream.getTracks()) track.stop()
      resolve(isDropped ? undefined : new Blob(pieces, { type: recorder.mimeType }))
    }
  })
  recorder.start()
  return {
    done,
    end,
    drop() {
      isDropped = true
      end()
    },
  }
}
