import type { ComponentType } from 'preact'
import type { InLanguages } from '../../../../../messages/languages.ts'
import type { ViewProps } from '../../view.tsx'

/** A section of the settings, with an address of its own. */
export interface SettingsPanel {
  /** The name in the address. */
  name: string
  title: InLanguages<string>
  /** What is in it, for the list on a phone. */
  about: InLanguages<string>
  /** Parts of this section that an address can name, such as a connection. */
  parts?: readonly string[]
  Body: ComponentType<SectionProps>
}

export interface SectionProps extends ViewProps {
  /** The part that the address names. */
  wanted: string | undefined
}
