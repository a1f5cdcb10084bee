// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace ib {

/// An unbounded queue from one producer thread to one consumer thread. Grows by chunks and hands
/// used chunks back, so that it allocates nothing once it has grown to its working size.
template <class T, unsigned kChunk = 8>
class Mailbox {
 public:
  Mailbox() : tail_(std::make_unique<Chunk>().release()), head_(tail_) {}
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;
  ~Mailbox() {
    destroy(head_);
    destroy(mine_);
    destroy(returned_.load());
  }

  void push(T&& value) {
    next() = std::move(value);
    commit();
  }
  /// The item that `commit` will push, to be filled in place; it holds what an earlier use left.
  [[nodiscard]] T& next() {
    if (tail_used_ == kChunk) append_chunk();
    return tail_->items[tail_used_];
  }
  void commit() {
    ++tail_used_;
    pushed_.store(pushed_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }

  [[nodiscard]] bool empty() const { return popped_ == pushed_.load(std::memory_order_acquire); }
  /// The oldest item. Not when empty.
  [[nodiscard]] T& front() {
    if (head_used_ == kChunk) enter_chunk();
    return head_->items[head_used_];
  }
  void pop() {
    if (head_used_ == kChunk) enter_chunk();
    ++head_used_;
    ++popped_;
  }

 private:
  struct alignas(64) Chunk {
    T items[kChunk];
    std::atomic<Chunk*> next{nullptr};
  };

  static void destroy(Chunk* chunk) {
    while (chunk != nullptr) chunk = std::unique_ptr<Chunk>(chunk)->next.load();
  }

  Chunk* take_chunk() {
    if (mine_ == nullptr) mine_ = returned_.exchange(nullptr, std::memory_order_acquire);
    if (mine_ == nullptr) return std::make_unique<Chunk>().release();
    Chunk* const chunk = mine_;
    mine_ = chunk->next.exchange(nullptr, std::memory_order_relaxed);
    return chunk;
  }

  void append_chunk() {
    Chunk* const chunk = take_chunk();
    tail_->next.store(chunk, std::memory_order_release);
    tail_ = chunk;
    tail_used_ = 0;
  }

  void enter_chunk() {
    Chunk* const next = head_->next.load(std::memory_order_acquire);
    Chunk* top = returned_.load(std::memory_order_relaxed);
    do {
      head_->next.store(top, std::memory_order_relaxed);
    } while (!returned_.compare_exchange_weak(top, head_, std::memory_order_release));
    head_ = next;
    head_used_ = 0;
  }

  // Producer side.
  Chunk* tail_;
  unsigned tail_used_ = 0;
  std::atomic<std::uint64_t> pushed_{0};  ///< Read by the consumer.
  Chunk* mine_ = nullptr;                 ///< Empty chunks taken back.
  // Consumer side.
  Chunk* head_;
  unsigned head_used_ = 0;
  std::uint64_t popped_ = 0;
  std::atomic<Chunk*> returned_{nullptr};  ///< Empty chunks on their way back.
};

}  // namespace ib
