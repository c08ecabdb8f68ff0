import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Message } from '../../../src/perceive/convert/onnx/message.ts'

const WORDS = ['<pad>', '<unk>', 'crane', 'hard', 'hat', 'red', 'van']
/** What the model takes each word for: the picture shows a crane and nothing else. */
const LIKENESS = [0, -6, 5, -6, -6, -6, -6]
const SIDE = 32
const [FLOAT, INT64] = [1, 7]

/** A folder as the model hub lays it out, with weights of the family's shape: text and picture in, logits and boxes out. */
export function writeTinyOwlvit(folder: string): void {
  mkdirSync(join(folder, 'onnx'), { recursive: true })
  const json = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value))
  json('config.json', { model_type: 'owlvit', architectures: ['OwlViTForObjectDetection'] })
  json('preprocessor_config.json', {
    feature_extractor_type: 'OwlViTFeatureExtractor',
    image_processor_type: 'OwlViTImageProcessor',
    processor_class: 'OwlViTProcessor',
    do_resize: true,
    size: { height: SIDE, width: SIDE },
    do_center_crop: false,
    do_normalize: true,
    do_rescale: true,
    rescale_factor: 1 / 255,
    image_mean: [0.5, 0.5, 0.5],
    image_std: [0.5, 0.5, 0.5],
    resample: 3,
  })
  json('tokenizer_config.json', {
    tokenizer_class: 'PreTrainedTokenizerFast',
    model_max_length: 16,
    pad_token: '<pad>',
    unk_token: '<unk>',
  })
  json('tokenizer.json', {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: null,
    decoder: null,
    model: {
      type: 'WordLevel',
      vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
      unk_token: '<unk>',
    },
  })
  writeFileSync(join(folder, 'onnx', 'model.onnx'), graph())
}

/** logits[0, 0, text] = the likeness of its words; one box in the middle, moved by nothing the picture shows. */
function graph(): Uint8Array {
  const message = new Message()
    .message(1, node('Gather', ['likeness', 'input_ids'], ['words']))
    .message(1, node('ReduceSum', ['words', 'one'], ['texts']))
    .message(1, node('Reshape', ['texts', 'as_logits'], ['logits']))
    .message(1, node('ReduceMean', ['pixel_values'], ['brightness']))
    .message(1, node('Mul', ['brightness', 'nothing'], ['none_of_it']))
    .message(1, node('Add', ['middle', 'none_of_it'], ['moved']))
    .message(1, node('Reshape', ['moved', 'as_boxes'], ['pred_boxes']))
    .text(2, 'tiny')
    .message(5, floats('likeness', [LIKENESS.length], LIKENESS))
    .message(5, floats('nothing', [1], [0]))
    .message(5, floats('middle', [4], [0.5, 0.5, 0.5, 0.25]))
    .message(5, longs('one', [1]))
    .message(5, longs('as_logits', [1, 1, -1]))
    .message(5, longs('as_boxes', [1, 1, 4]))
    .message(11, value('input_ids', INT64, ['texts', 'tokens']))
    .message(11, value('attention_mask', INT64, ['texts', 'tokens']))
    .message(11, value('pixel_values', FLOAT, [1, 3, SIDE, SIDE]))
    .message(12, value('logits', FLOAT, [1, 1, 'texts']))
    .message(12, value('pred_boxes', FLOAT, [1, 1, 4]))
  return new Message()
    .int(1, 8)
    .text(2, 'test')
    .message(7, message)
    .message(8, new Message().text(1, '').int(2, 13))
    .encoded()
}

function node(op: string, inputs: string[], outputs: string[]): Message {
  const message = new Message()
  for (const name of inputs) message.text(1, name)
  for (const name of outputs) message.text(2, name)
  message.text(4, op)
  if (op === 'ReduceSum') message.message(5, new Message().text(1, 'keepdims').int(3, 0).int(20, 2))
  return message
}

function floats(name: string, shape: number[], numbers: number[]): Message {
  return tensor(name, shape, FLOAT, new Uint8Array(new Float32Array(numbers).buffer))
}

function longs(name: string, numbers: number[]): Message {
  return tensor(name, [numbers.length], INT64, new Uint8Array(new BigInt64Array(numbers.map(BigInt)).buffer))
}

function tensor(name: string, shape: number[], type: number, bytes: Uint8Array): Message {
  const message = new Message()
  for (const length of shape) message.int(1, length)
  return message.int(2, type).text(8, name).bytes(9, bytes)
}

function value(name: string, type: number, dimensions: (number | string)[]): Message {
  const shape = new Message()
  for (const each of dimensions)
    shape.message(1, typeof each === 'number' ? new Message().int(1, each) : new Message().text(2, each))
  const described = new Message().int(1, type).message(2, shape)
  return new Message().text(1, name).message(2, new Message().message(1, described))
}
