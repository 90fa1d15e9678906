import { computed, type Ref, ref } from 'vue'

export interface NewPassword {
  readonly password: Ref<string>
  /** The password, typed again. */
  readonly confirmation: Ref<string>
  /** Why it cannot be used, as a sentence; null: it can. */
  readonly problem: Readonly<Ref<string | null>>
}

/** A new password of at least `minLength` characters, typed twice. */
export function useNewPassword(
  minLength: () => number,
  text: { readonly mismatch: string; tooShort(minLength: number): string },
): NewPassword {
  const password = ref('')
  const confirmation = ref('')
  const problem = computed(() => {
    if (password.value.length < minLength()) return text.tooShort(minLength())
    return password.value === confirmation.value ? null : text.mismatch
  })
  return { password, confirmation, problem }
}
