import { lazy } from '../../../lib/lazy.ts'
import { numberWords } from '../numbers.ts'
import type { Part } from '../piece.ts'
import { unitWords } from './units.ts'

export const numbers = lazy(() =>
  numberWords(
    [
      'cero',
      'uno|una|un',
      'dos',
      'tres',
      'cuatro',
      'cinco',
      'seis',
      'siete',
      'ocho',
      'nueve',
      'diez',
      'once',
      'doce',
      'trece',
      'catorce',
      'quince',
      'dieciseis',
      'diecisiete',
      'dieciocho',
      'diecinueve',
    ],
    ['veinte', 'treinta', 'cuarenta', 'cincuenta'],
    (tens, ones) => (tens === 'veinte' ? [`veinti${ones}`] : [`${tens} y ${ones}`]),
  ),
)

export const WEEKDAYS = { domingo: 0, lunes: 1, martes: 2, miercoles: 3, jueves: 4, viernes: 5, sabado: 6 }
export const MONTH =
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre'
export const UNITS = unitWords({
  second: 'segundo|segundos',
  minute: 'minuto|minutos|min',
  hour: 'hora|horas|h',
  day: 'dia|dias',
  week: 'semana|semanas',
  month: 'mes|meses',
  year: 'ano|anos',
})
export const PARTS: Record<string, Part> = {
  manana: 'morning',
  mananas: 'morning',
  madrugada: 'morning',
  mediodia: 'noon',
  tarde: 'afternoon',
  tardes: 'afternoon',
  noche: 'night',
  noches: 'night',
}
