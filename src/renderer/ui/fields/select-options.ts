export interface SelectOption<V> {
  readonly value: V
  readonly label: string
  readonly disabled?: boolean
}

export interface SelectGroup<V> {
  readonly label: string
  readonly options: readonly SelectOption<V>[]
}
