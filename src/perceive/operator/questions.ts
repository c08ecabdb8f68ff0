import type { Pixels } from '../../imaging/decode.ts'
import { unbroken } from '../../kernel/unbroken.ts'
import { openedOnce } from './open.ts'
import { placeOf, transformers } from './transformers.ts'
import { folderId, type OperatorModels } from './weights.ts'

type Questions = NonNullable<OperatorModels['questions']>
type Asked = (pixels: Pixels, question: string) => Promise<string>

const MOST_TOKENS = 96
/** The task under which the family's question-answering fine-tunes are asked. */
const FLORENCE_TASK = '<VQA>'

/** The model's own words, never drawn at random: the same picture and question get the same answer. */
export async function answerFrom(pixels: Pixels, question: string, model: Questions): Promise<string> {
  const ask = await openedOnce(model, folderId, model.adapter === 'florence2' ? openFlorence : openChat)
  return (await ask(pixels, question)).trim()
}

async function openFlorence({ folder }: Questions): Promise<Asked> {
  const { AutoProcessor, Florence2ForConditionalGeneration, RawImage } = await transformers()
  const { name, options } = await placeOf(folder, 'encoder_model')
  const processor = await AutoProcessor.from_pretrained(name, options)
  const model = await unbroken(() => Florence2ForConditionalGeneration.from_pretrained(name, options))
  return async ({ width, height, data }, question) => {
    const image = new RawImage(new Uint8ClampedArray(data), width, height, 3)
    const inputs = await processor(image, `${FLORENCE_TASK}${question}`)
    const tokens = await unbroken(() => model.generate({ ...inputs, max_new_tokens: MOST_TOKENS, do_sample: false }))
    return processor.batch_decode(tokens as never, { skip_special_tokens: true })[0]!
  }
}

/** Models that talk about a picture through a chat template: SmolVLM, Qwen-VL, LLaVA and their like. */
async function openChat({ folder }: Questions): Promise<Asked> {
  const { AutoModelForImageTextToText, AutoProcessor, RawImage } = await transformers()
  const { name, options } = await placeOf(folder, 'vision_encoder')
  const processor = await AutoProcessor.from_pretrained(name, options)
  const model = await unbroken(() => AutoModelForImageTextToText.from_pretrained(name, options))
  return async ({ width, height, data }, question) => {
    const image = new RawImage(new Uint8ClampedArray(data), width, height, 3)
    const messages = [{ role: 'user', content: [{ type: 'image' }, { type: 'text', text: question }] }]
    const text = processor.apply_chat_template(messages as never, { add_generation_prompt: true })
    const inputs = await processor(text, [image])
    const tokens = await unbroken(() => model.generate({ ...inputs, max_new_tokens: MOST_TOKENS, do_sample: false }))
    const asked = (inputs.input_ids as { dims: number[] }).dims.at(-1)!
    const answered = (tokens as { slice(...ranges: unknown[]): unknown }).slice(null, [asked, null])
    return processor.batch_decode(answered as never, { skip_special_tokens: true })[0]!
  }
}
