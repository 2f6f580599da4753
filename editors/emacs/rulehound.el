;;; rulehound.el --- Board games written as rules -*- lexical-binding: t -*-
;; Emacs 29 or newer, which has eglot: load this file, then `M-x eglot' in a file of rules.

(defvar rulehound-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?_ "w" table)
    table))

(define-derived-mode rulehound-mode prog-mode "Rulehound"
  "Rules of board games."
  (setq-local comment-start "# ")
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 2))

(add-to-list 'auto-mode-alist '("\\.rules\\'" . rulehound-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(rulehound-mode . ("rulehound" "lsp"))))

(provide 'rulehound)
;;; rulehound.el ends here
