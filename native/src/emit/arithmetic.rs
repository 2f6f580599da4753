//! Comparisons and arithmetic.

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::model::{Arithmetic, Comparison};
use rulehound_interpreter::program::NodeId;
use wasm_encoder::Instruction as I;

use super::{Emit, Emitter, Fun, Local};

impl<'p> Emitter<'p> {
    pub(super) fn compare(&mut self, f: &mut Fun, sign: Comparison, left: NodeId, right: NodeId) -> Emit {
        let ordered = !matches!(sign, Comparison::Equal | Comparison::Unequal);
        if !ordered || self.never_none(f, left) && self.never_none(f, right) {
            self.value(f, left)?;
            self.value(f, right)?;
            f.put(sign_of(sign));
            return Ok(());
        }
        let left = self.kept(f, left)?;
        let right = self.kept(f, right)?;
        f.get(left).get(right).put(sign_of(sign));
        f.get(left).number(NONE).put(I::I32Ne).put(I::I32And);
        f.get(right).number(NONE).put(I::I32Ne).put(I::I32And);
        Ok(())
    }

    pub(super) fn compare_with(&mut self, f: &mut Fun, sign: Comparison, left: NodeId, right: i32) -> Emit {
        let ordered = !matches!(sign, Comparison::Equal | Comparison::Unequal);
        if !ordered || self.never_none(f, left) && right != NONE {
            self.value(f, left)?;
            f.number(right).put(sign_of(sign));
            return Ok(());
        }
        let left = self.kept(f, left)?;
        f.get(left).number(right).put(sign_of(sign));
        f.get(left).number(NONE).put(I::I32Ne).put(I::I32And);
        if right == NONE {
            f.put(I::Drop).number(0);
        }
        Ok(())
    }

    /// Leaves what two numbers give together; gives up beyond 32 bits and by zero.
    pub(super) fn reckon(&self, f: &mut Fun, sign: Arithmetic, left: Local, right: Local) {
        let result = f.local();
        match sign {
            Arithmetic::Plus => {
                f.get(left).get(right).put(I::I32Add).set(result);
                f.get(left).get(result).put(I::I32Xor).get(right).get(result).put(I::I32Xor).put(I::I32And);
                f.number(0).put(I::I32LtS).trap_if();
            }
            Arithmetic::Minus => {
                f.get(left).get(right).put(I::I32Sub).set(result);
                f.get(left).get(right).put(I::I32Xor).get(left).get(result).put(I::I32Xor).put(I::I32And);
                f.number(0).put(I::I32LtS).trap_if();
            }
            Arithmetic::Times => {
                let wide = f.wide();
                f.get(left).put(I::I64ExtendI32S).get(right).put(I::I64ExtendI32S).put(I::I64Mul).tee(wide);
                f.put(I::I32WrapI64).tee(result).put(I::I64ExtendI32S).get(wide).put(I::I64Ne).trap_if();
            }
            // Dividing by zero is a trap of its own.
            Arithmetic::Divided => {
                f.unsure += 1;
                let rest = f.local();
                f.get(left).get(right).put(I::I32DivS).set(result);
                f.get(left).get(right).put(I::I32RemS).set(rest);
                // Rounded down, so one less if the signs differ and something is left.
                f.get(result);
                f.get(rest).number(0).put(I::I32Ne);
                f.get(left).get(right).put(I::I32Xor).number(0).put(I::I32LtS).put(I::I32And);
                f.put(I::I32Sub).set(result);
            }
            Arithmetic::Modulo => {
                f.unsure += 1;
                f.get(left).get(right).put(I::I32RemS).set(result);
                f.get(result).number(0).put(I::I32Ne);
                f.get(result).get(right).put(I::I32Xor).number(0).put(I::I32LtS).put(I::I32And);
                f.when(|f| {
                    f.get(result).get(right).put(I::I32Add).set(result);
                });
            }
        }
        f.get(result);
    }
}

/// The instruction that compares two numbers so.
pub fn sign_of(sign: Comparison) -> I<'static> {
    match sign {
        Comparison::Equal => I::I32Eq,
        Comparison::Unequal => I::I32Ne,
        Comparison::Less => I::I32LtS,
        Comparison::AtMost => I::I32LeS,
        Comparison::Greater => I::I32GtS,
        Comparison::AtLeast => I::I32GeS,
    }
}
