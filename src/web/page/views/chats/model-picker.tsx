import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Api } from '../../api.ts'
import type { ChatClient } from '../../chat-client.ts'
import { formatDollars, formatNumber } from '../../text/format.ts'
import type {
  ModelChoice,
  ModelChosen,
  WireEffort,
  WireModelList,
  WireModelOffer,
  WirePickedModel,
} from '../../wire/model-wire.ts'
import { type ModelWords, modelWords } from '../../words/chats/model-words.ts'
import { useLocale, useText, useWords } from '../../words/language.ts'
import { onEscape } from '../buttons.tsx'

interface ModelPickerProps {
  api: Pick<Api, 'get' | 'post'>
  client: ChatClient
  chat: string
}

/** Shows in the header who answers in a chat, and lets the person choose. */
export function ModelPicker({ api, client, chat }: ModelPickerProps) {
  const words = useWords(modelWords)
  const picked = useSignal<WirePickedModel | undefined>(undefined)
  const list = useSignal<WireModelList | undefined>(undefined)
  const isOpen = useSignal(false)
  const error = useSignal('')
  const button = useRef<HTMLButtonElement>(null)
  const path = `/api/chats/${encodeURIComponent(chat)}`
  const arrived = client.arrived.value
  // A command may have chosen another model, and in Settings another one may have been connected.
  const command = arrived?.chat === chat && arrived.kind === 'command' ? arrived.id : undefined

  useEffect(() => {
    const aborter = new AbortController()
    void api.get<WirePickedModel>(`${path}/model`, aborter.signal).then((answer) => {
      if (answer.status === 'ok') picked.value = answer.value
    })
    return () => aborter.abort()
  }, [chat, command, client.isConnected.value, client.brain.value.name])

  async function readList(): Promise<void> {
    const answer = await api.get<WireModelList>(`${path}/models`)
    if (answer.status === 'ok') list.value = answer.value
    error.value = answer.status === 'ok' ? '' : answer.error
  }

  async function choose(choice: ModelChoice): Promise<void> {
    const answer = await api.post<ModelChosen>(`${path}/model`, choice)
    error.value = answer.status === 'ok' ? '' : answer.error
    if (answer.status !== 'ok') return
    picked.value = answer.value.model
    client.announced.value = answer.value.said
    await readList()
  }

  function close(): void {
    isOpen.value = false
    button.current?.focus()
  }

  if (!picked.value) return null
  const name = labelOf(picked.value, words)
  return (
    <>
      <button
        ref={button}
        id="model"
        type="button"
        class="quiet model-button"
        aria-label={words.button(name)}
        title={words.button(name)}
        aria-haspopup="dialog"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value
          if (isOpen.value) void readList()
        }}
      >
        <span>{name}</span>
        <svg viewBox="0 0 24 24" width="14" height="14" aria-hidden="true">
          <path d="M6 9.5l6 6 6-6" />
        </svg>
      </button>
      {isOpen.value && (
        <ModelPanel
          list={list.value}
          picked={picked.value}
          error={error.value}
          choose={(choice) => void choose(choice)}
          close={close}
        />
      )}
    </>
  )
}

function labelOf({ brain, model, effort }: WirePickedModel, words: ModelWords): string {
  return [model ?? brain, ...(effort ? [words.efforts[effort].toLowerCase()] : [])].join(' · ')
}

interface ModelPanelProps {
  list: WireModelList | undefined
  picked: WirePickedModel
  error: string
  choose(choice: ModelChoice): void
  close(): void
}

/** The models by provider, and the effort. */
function ModelPanel({ list, picked, error, choose, close }: ModelPanelProps) {
  const words = useWords(modelWords)
  const textOf = useText()
  const panel = useRef<HTMLDivElement>(null)
  const isLoaded = list !== undefined
  useLayoutEffect(() => {
    const target = panel.current?.querySelector<HTMLElement>('[aria-pressed=true]') ?? panel.current
    target?.focus()
  }, [isLoaded])
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      const isInside = target instanceof Element && target.closest('#models, #model')
      if (!isInside) close()
    }
    addEventListener('pointerdown', onPointerDown)
    return () => removeEventListener('pointerdown', onPointerDown)
  }, [])
  const offers = list?.offers ?? []
  const current = offers.find(({ isCurrent }) => isCurrent)
  const isRefused = list?.refusal !== undefined
  const brains = [...new Set(offers.map(({ brain }) => brain))]

  return (
    <div
      id="models"
      ref={panel}
      class="models"
      role="dialog"
      aria-label={words.title}
      tabIndex={-1}
      onKeyDown={(pressed) => {
        onEscape(close)(pressed)
        moveFocus(pressed)
      }}
    >
      <h2>{words.title}</h2>
      {error !== '' && <p role="alert">{error}</p>}
      {!list && error === '' && <p class="muted">{words.loading}</p>}
      {list?.refusal && <p role="note">{textOf(list.refusal)}</p>}
      {list && (
        <button
          type="button"
          class="model-offer"
          aria-pressed={!picked.isChosen}
          aria-disabled={isRefused}
          onClick={() => !isRefused && choose({})}
        >
          <span class="model-name">{words.usual}</span>
          <span class="model-facts">{words.usualNote}</span>
        </button>
      )}
      {brains.map((brain) => (
        <section key={brain} aria-label={brain}>
          <h3>{brain}</h3>
          <Problem offer={offers.find((offer) => offer.brain === brain)} />
          {offers
            .filter((offer) => offer.brain === brain)
            .map((offer) => (
              <Offer
                key={offer.name}
                offer={offer}
                isPressed={offer.isCurrent && picked.isChosen}
                isRefused={isRefused}
                choose={() =>
                  choose({ name: offer.name, ...(offer.hasEffort && picked.effort && { effort: picked.effort }) })
                }
              />
            ))}
        </section>
      ))}
      {current?.hasEffort && (
        <Efforts
          chosen={picked.effort}
          isRefused={isRefused}
          choose={(effort) => choose({ name: current.name, ...(effort && { effort }) })}
        />
      )}
      {list && <p class="muted">{words.note}</p>}
    </div>
  )
}

interface OfferProps {
  offer: WireModelOffer
  isPressed: boolean
  isRefused: boolean
  choose(): void
}

function Offer({ offer, isPressed, isRefused, choose }: OfferProps) {
  const words = useWords(modelWords)
  const locale = useLocale()
  const { role, model, price, window } = offer
  const dollars = (usd: number) => formatDollars(usd, 2, locale)
  const facts = [
    role !== undefined && model === undefined ? [words.ownChoice] : [],
    price ? [words.price(dollars(price.input), dollars(price.output))] : [],
    window === undefined ? [] : [words.window(formatNumber(window, locale))],
  ].flat()
  return (
    <button
      type="button"
      class="model-offer"
      aria-pressed={isPressed}
      aria-describedby={offer.problem === undefined ? undefined : problemId(offer)}
      aria-disabled={isRefused}
      onClick={() => !isRefused && choose()}
    >
      <span class="model-name">
        {role === undefined ? (model ?? offer.brain) : words.roles[role]}{' '}
        {role !== undefined && model !== undefined && <code>{model}</code>}
      </span>{' '}
      <span class="model-facts">{facts.join(' · ')}</span>
    </button>
  )
}

/** Why a provider cannot answer now. It is the same for all of its models. */
function Problem({ offer }: { offer: WireModelOffer | undefined }) {
  const textOf = useText()
  return offer?.problem === undefined ? null : (
    <p id={problemId(offer)} class="model-problem">
      {textOf(offer.problem)}
    </p>
  )
}

function problemId({ brain }: WireModelOffer): string {
  return `problem-${brain}`
}

interface EffortsProps {
  chosen: WireEffort | undefined
  isRefused: boolean
  choose(effort: WireEffort | undefined): void
}

function Efforts({ chosen, isRefused, choose }: EffortsProps) {
  const words = useWords(modelWords)
  return (
    <section aria-label={words.effort} aria-description={words.effortNote}>
      <h3>{words.effort}</h3>
      <div class="efforts">
        {([undefined, 'low', 'medium', 'high'] as const).map((effort) => (
          <button
            key={effort ?? ''}
            type="button"
            class="model-offer"
            aria-pressed={effort === chosen}
            aria-disabled={isRefused}
            onClick={() => !isRefused && choose(effort)}
          >
            {words.efforts[effort ?? 'usual']}
          </button>
        ))}
      </div>
    </section>
  )
}

/** The arrow keys go from button to button. */
function moveFocus(pressed: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[pressed.key]
  if (step === undefined) return
  pressed.preventDefault()
  const buttons = [...pressed.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
}
